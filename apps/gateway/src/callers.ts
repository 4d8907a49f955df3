import { bearerOf, type Identity, type Principal } from '@kumbuka/identity';
import { createAdmission, networkOf, type Admission, type Turn } from '@kumbuka/http-kit';

/** Who asks, as limits know them: an account whose bearer was verified, or a network. */
export interface Caller {
  /** Of a bearer that was verified; null of a network. */
  principal: Principal | null;
  /** Counts items; throws RateLimited when none are left. */
  count(items?: number): Promise<void>;
  /** Waits for a place among the caller's own requests. */
  enter(): Promise<Turn>;
  /** Waits as who is refused does. */
  hold(): Promise<void>;
}

export interface CallersOptions {
  identity: Identity;
  readsPerMinute: number;
}

/** People who may share a network, such as a school. */
const peopleOfNetwork = 10;

/** Tells who asks. A bearer that is refused counts for its network apart from those who bring none. */
export function createCallers({ identity, readsPerMinute }: CallersOptions) {
  const accounts = createAdmission({ itemsPerMinute: readsPerMinute });
  const networks = createAdmission({ itemsPerMinute: readsPerMinute, people: peopleOfNetwork });
  const callerOf = (admission: Admission, account: string, principal: Principal | null = null): Caller => ({
    principal,
    count: (items) => admission.count(account, items),
    enter: () => admission.enter(account),
    hold: () => admission.hold(account),
  });

  return async (authorization: string | undefined, ip: string): Promise<Caller> => {
    const network = networkOf(ip);
    const token = bearerOf(authorization);
    if (!token) return callerOf(networks, network);
    const principal = await identity.verify(token).catch(() => null);
    return principal
      ? callerOf(accounts, String(principal.userId), principal)
      : callerOf(accounts, `refused at ${network}`);
  };
}
