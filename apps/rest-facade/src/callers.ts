import type { Owner } from '@kumbuka/contracts';
import { createAdmission, networkOf, type AdmissionOptions, type Turn } from '@kumbuka/http-kit';
import { bearerOf, type Identity } from '@kumbuka/identity';

/** Unit that shares the connections to the owners: an account, or a network. */
export interface Caller {
  /** Waits for a request slot of the caller, per owner and for reads or writes. Throws `RateLimited`. */
  enter(owner: Owner, isWrite: boolean): Promise<Turn>;
  /** Delays a 429 so that immediate retries gain nothing. */
  hold(): Promise<void>;
}

const free: Turn = { widen: async () => undefined, end: () => undefined };

/**
 * Identifies callers. Requests with an invalid token share the slots of one account per network. Requests without a token
 * need no slot: owners respond to them at once, and forged payment webhooks must not delay genuine ones of the same network.
 */
export function createCallers(identity: Identity, pause: AdmissionOptions['pause']) {
  const slots = () => createAdmission({ itemsPerMinute: Number.POSITIVE_INFINITY, pause });
  const [reads, writes] = [slots(), slots()];
  const hold = (name: string) => () => reads.hold(name);
  const callerOf = (name: string): Caller => ({
    enter: (owner, isWrite) => (isWrite ? writes : reads).enter(`${owner} ${name}`),
    hold: hold(name),
  });

  return async (authorization: string | undefined, ip: string): Promise<Caller> => {
    const token = bearerOf(authorization);
    if (!token) return { enter: async () => free, hold: hold(networkOf(ip)) };
    const principal = await identity.verify(token).catch(() => null);
    return callerOf(principal ? String(principal.userId) : `rejected at ${networkOf(ip)}`);
  };
}
