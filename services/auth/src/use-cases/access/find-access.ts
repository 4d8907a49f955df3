import { Unauthenticated } from '@kumbuka/contracts';
import type { Principal } from '@kumbuka/identity';
import { isOpen } from '../../domain/access/session.ts';
import type { Ports } from '../ports.ts';

/** Current account and session of the caller. Throws `Unauthenticated` once the token was revoked. */
export async function findAccess(
  { accounts, sessions }: Pick<Ports, 'accounts' | 'sessions'>,
  { userId, sessionId, epoch }: Pick<Principal, 'userId' | 'sessionId' | 'epoch'>,
  now: Date,
) {
  const session = await sessions.find(userId, sessionId);
  const account = await accounts.find(userId);
  const isValid = session && account && isOpen(session, now) && account.tokenEpoch === epoch;
  if (!isValid) throw new Unauthenticated();
  return { account, session };
}
