import type { Principal } from '@kumbuka/identity';
import type { Session } from '../../domain/access/session.ts';
import type { Ports } from '../ports.ts';

/** Maximum number of listed sessions; signing out everywhere ends all. */
const maxListed = 50;

/** Open sessions of the caller, latest sign-in first. */
export const readSessions =
  ({ sessions, now }: Pick<Ports, 'sessions' | 'now'>) =>
  ({ userId }: Pick<Principal, 'userId'>): Promise<Session[]> =>
    sessions.findOpen(userId, now(), maxListed);
