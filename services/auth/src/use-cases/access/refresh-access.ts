import type { Principal } from '@kumbuka/identity';
import type { Access } from '../../domain/access/session.ts';
import { findAccess } from './find-access.ts';
import type { Ports } from '../ports.ts';

/** New token for the session of a valid one, for at most 30 days from sign-in. */
export const refreshAccess =
  (ports: Pick<Ports, 'accounts' | 'sessions' | 'tokens' | 'now'>) =>
  async (principal: Principal): Promise<Access> => {
    const { account, session } = await findAccess(ports, principal, ports.now());
    return ports.tokens.grant(account, session);
  };
