import type { Owner } from '@kumbuka/contracts';
import { createAdmission, networkOf, type AdmissionOptions, type Turn } from '@kumbuka/http-kit';
import { bearerOf, type Identity } from '@kumbuka/identity';

/** Caller as the connections to the owners are shared: an account, or a network. */
export interface Caller {
  /** Waits for a place among the caller's own requests of this kind to an owner. Throws `RateLimited`. */
  enter(owner: Owner, isWrite: boolean): Promise<Turn>;
  /** Delays a 429 so that immediate retries gain nothing. */
  hold(): Promise<void>;
}

const free: Turn = { widen: async () => undefined, end: () => undefined };

/**
 * Identifies callers. Rejected bearers of one network share the places of one account. Callers without a bearer need no place:
 * owners respond to them at once, and a right notification of a payment must pass however many false ones its network sends.
 */
export function createCallers(identity: Identity, pause: AdmissionOptions['pause']) {
  const places = () => createAdmission({ itemsPerMinute: Number.POSITIVE_INFINITY, pause });
  const [reads, writes] = [places(), places()];
  const hold = (name: string) => () => reads.hold(name);
  const callerOf = (name: string): Caller => ({
    enter: (owner, isWrite) => (isWrite ? writes : reads).enter(`${owner} ${name}`),
    hold: hold(name),
  });

  return async (authorization: string | undefined, ip: string): Promise<Caller> => {
    const token = bearerOf(authorization);
    if (!token) return { enter: async () => free, hold: hold(networkOf(ip)) };
    const principal = await identity.verify(token).catch(() => null);
    return callerOf(principal ? String(principal.userId) : `refused at ${networkOf(ip)}`);
  };
}
