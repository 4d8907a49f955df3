import { Forbidden, operators, Unauthenticated } from '@kumbuka/contracts';
import { matchesKey } from '@kumbuka/http-kit';
import type { Principal } from '@kumbuka/identity';
import type { FastifyRequest } from 'fastify';

/** Operator: a user with the role admin, or a caller with the admin key. */
export interface Operator {
  /** `null` for the admin key. */
  userId: number | null;
}

/** Operator identified by these headers; `null` for other callers. */
export function operatorOf(
  { headers }: Pick<FastifyRequest, 'headers'>,
  principal: Principal | null,
  keys: readonly string[] = [],
): Operator | null {
  if (keys.some((key) => matchesKey(headers[operators.keyHeader], key))) return { userId: null };
  return principal?.role === 'admin' ? { userId: principal.userId } : null;
}

/** Treats a rejected bearer token as no operator; an unavailable verifier is still reported. */
export function noneIfRejected(rejection: unknown): null {
  if (rejection instanceof Unauthenticated) return null;
  throw rejection;
}

/** Operator of a GraphQL context. Throws `Forbidden` without one. */
export function requireOperator(context: { operator: Operator | null }): Operator {
  if (!context.operator) throw new Forbidden();
  return context.operator;
}
