import { Unauthenticated } from '@kumbuka/contracts';
import type { Principal } from '@kumbuka/identity';
import { isOpen, type Access } from '../domain/access/session.ts';
import type { Ports } from './ports.ts';

/** A new token for the session of a valid one, for 30 days at most from sign-in. */
export const refreshAccess =
  ({ sessions, accounts, tokens, now }: Ports) =>
  async ({ userId, sessionId, epoch }: Principal): Promise<Access> => {
    const [session, account] = await Promise.all([sessions.find(userId, sessionId), accounts.find(userId)]);
    const valid = session && account && isOpen(session, now()) && account.tokenEpoch === epoch;
    if (!valid) throw new Unauthenticated();
    return tokens.grant(account, session);
  };
