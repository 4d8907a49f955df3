import { bearerOf, type Identity, type Principal } from '@kumbuka/identity';
import {
  burstOfWrites,
  createAdmission,
  networkOf,
  type AdmissionOptions,
  type Turn,
} from '@kumbuka/http-kit';

export type OperationKind = 'query' | 'mutation';

/** Unit that limits count: an account with a verified bearer, or a network. */
export interface Caller {
  /** Principal of a verified bearer; `null` for a network. */
  principal: Principal | null;
  /** Counts a request before its operation is known. Throws RateLimited when the budget of requests is exhausted. */
  count(): Promise<void>;
  /** Counts the items of an operation; queries and mutations have separate budgets. Throws RateLimited. */
  take(kind: OperationKind, items: number): Promise<void>;
  /** Waits for a request slot of the caller; queries and mutations have separate slots. */
  enter(kind: OperationKind): Promise<Turn>;
  /** Delays the response so that immediate retries gain nothing. */
  hold(): Promise<void>;
}

export interface CallersOptions extends Pick<AdmissionOptions, 'now' | 'pause'> {
  identity: Identity;
  readsPerMinute: number;
}

/** People who may share a network, such as a school. */
export const peopleOfNetwork = 10;
/** Factor for the budgets of operators, who explore with new documents. Their concurrency is that of one account. */
const budgetsOfOperator = 10;

function admissionsOf(options: AdmissionOptions) {
  const ofWrites = { ...options, burst: burstOfWrites };
  return {
    // Counted before the body says whether the request writes.
    requests: createAdmission(ofWrites),
    query: createAdmission(options),
    mutation: createAdmission(ofWrites),
  };
}
type Admissions = ReturnType<typeof admissionsOf>;

/** Identifies callers. Requests with an invalid token share one budget per network, separate from its anonymous requests. */
export function createCallers({ identity, readsPerMinute, ...time }: CallersOptions) {
  const accounts = admissionsOf({ itemsPerMinute: readsPerMinute, ...time });
  const operators = admissionsOf({ itemsPerMinute: readsPerMinute * budgetsOfOperator, ...time });
  const networks = admissionsOf({ itemsPerMinute: readsPerMinute, people: peopleOfNetwork, ...time });
  const callerOf = (admissions: Admissions, account: string, principal: Principal | null = null): Caller => ({
    principal,
    count: () => admissions.requests.consume(account),
    take: (kind, items) => admissions[kind].consume(account, items),
    enter: (kind) => admissions[kind].enter(account),
    hold: () => admissions.requests.hold(account),
  });

  return async (authorization: string | undefined, ip: string): Promise<Caller> => {
    const network = networkOf(ip);
    const token = bearerOf(authorization);
    if (!token) return callerOf(networks, network);
    const principal = await identity.verify(token).catch(() => null);
    if (!principal) return callerOf(accounts, `rejected at ${network}`);
    const admissions = principal.role === 'admin' ? operators : accounts;
    return callerOf(admissions, String(principal.userId), principal);
  };
}
