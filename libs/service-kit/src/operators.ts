import { Forbidden, operators, Unauthenticated } from '@kumbuka/contracts';
import { matchesKey } from '@kumbuka/http-kit';
import type { Principal } from '@kumbuka/identity';
import type { FastifyRequest } from 'fastify';

/** Somebody who works for the product: a user with the role admin, or whoever shows the admin key. */
export interface Operator {
  /** Null for the key. */
  userId: number | null;
}

/** The operator among those who ask with these headers; null for everybody else. */
export function operatorOf(
  { headers }: Pick<FastifyRequest, 'headers'>,
  principal: Principal | null,
  keys: readonly string[] = [],
): Operator | null {
  if (keys.some((key) => matchesKey(headers[operators.keyHeader], key))) return { userId: null };
  return principal?.role === 'admin' ? { userId: principal.userId } : null;
}

/** For those who take operators: a bearer that is refused is none; that nobody can be told apart is still said. */
export function noneIfRefused(refusal: unknown): null {
  if (refusal instanceof Unauthenticated) return null;
  throw refusal;
}

/** The operator of a GraphQL context; throws Forbidden without one. */
export function requireOperator(context: { operator: Operator | null }): Operator {
  if (!context.operator) throw new Forbidden();
  return context.operator;
}
