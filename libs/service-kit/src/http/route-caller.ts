import { Forbidden, Unauthenticated, type RestRoute } from '@kumbuka/contracts';
import { ipOf } from '@kumbuka/http-kit';
import { bearerOf, type Identity, type Principal } from '@kumbuka/identity';
import type { FastifyRequest } from 'fastify';
import type { RouteCall } from './call-route.ts';
import { noneIfRejected, operatorOf, type Operator } from './operators.ts';

/** Call of an operator route by a caller who is no operator. */
export interface ForbiddenCall {
  /** `operationId` of the route, or the name of the field. */
  operation: string;
  ip: string;
  requestId: string;
}

export interface CallerOptions {
  identity: Identity;
  /** Keys that identify operators. */
  operatorKeys?: readonly string[];
  /** Called for each rejected operator call. */
  onForbidden?(call: ForbiddenCall): void;
}

/** Principal of a request; `null` without a bearer token. Throws `Unauthenticated` for an invalid one. */
export async function principalOfRequest(
  identity: Pick<Identity, 'verify'>,
  request: Pick<FastifyRequest, 'headers'>,
): Promise<Principal | null> {
  const header = request.headers.authorization;
  if (header === undefined) return null;
  const token = bearerOf(header);
  if (!token) throw new Unauthenticated();
  return identity.verify(token);
}

export interface Caller {
  principal: Principal | null;
  operator: Operator | null;
}

/** Authenticates the caller of a route. Throws `Unauthenticated` and `Forbidden`. */
export async function callerOf(route: RestRoute, options: CallerOptions, call: RouteCall): Promise<Caller> {
  if (route.access === 'operator') return operatorCalling(route, options, call);
  if (route.access !== 'learner') return { principal: null, operator: null };
  const { verify, verifyExpired } = options.identity;
  const principal = await principalOfRequest({ verify: route.acceptsExpired ? verifyExpired : verify }, call);
  if (!principal) throw new Unauthenticated();
  return { principal, operator: null };
}

async function operatorCalling(route: RestRoute, options: CallerOptions, call: RouteCall): Promise<Caller> {
  const { identity, operatorKeys, onForbidden } = options;
  const byKey = operatorOf(call, null, operatorKeys);
  if (byKey) return { principal: null, operator: byKey };
  const principal = await principalOfRequest(identity, call).catch(noneIfRejected);
  const operator = operatorOf(call, principal);
  if (operator) return { principal: null, operator };
  onForbidden?.({ operation: route.operationId, ip: ipOf(call), requestId: call.id });
  throw new Forbidden();
}
