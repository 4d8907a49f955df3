import type { Principal } from '@kumbuka/identity';
import type { Session } from '../domain/access/session.ts';
import type { Ports } from './ports.ts';

/** Sessions that are listed; signing out everywhere ends those beyond them too. */
const mostListed = 50;

/** The open sessions of who asks, latest sign-in first. */
export const readSessions =
  ({ sessions, now }: Ports) =>
  ({ userId }: Pick<Principal, 'userId'>): Promise<Session[]> =>
    sessions.findOpen(userId, now(), mostListed);
