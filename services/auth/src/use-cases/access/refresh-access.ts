import { Unauthenticated } from '@kumbuka/contracts';
import type { Principal } from '@kumbuka/identity';
import { renewSession, type Access } from '../../domain/access/session.ts';
import { findAccess } from './find-access.ts';
import type { Ports } from '../ports.ts';

type RefreshPorts = Pick<Ports, 'accounts' | 'sessions' | 'tokens' | 'now'>;

/**
 * New token for the session of a token. One that has expired is accepted once, and only the latest of its session, so that a
 * stolen older one opens nothing.
 */
export const refreshAccess =
  (ports: RefreshPorts) =>
  async (principal: Principal): Promise<Access> => {
    const at = ports.now();
    const { account, session } = await findAccess(ports, principal, at);
    const renewed = renewSession(session, at);
    const hasExpired = principal.expiresAt <= at;
    const issuedAt = hasExpired ? principal.issuedAt.getTime() / 1000 : null;
    if (!(await ports.sessions.renew(renewed, issuedAt))) throw new Unauthenticated();
    return ports.tokens.grant(account, renewed);
  };

/** The same for a token that the caller sends as an argument, because requests with an expired one are rejected. */
export const renewAccess =
  (ports: RefreshPorts) =>
  async ({ token }: { token: string }): Promise<Access> =>
    refreshAccess(ports)(await ports.tokens.readExpired(token));
