import { openSession, type Access } from '../domain/access/session.ts';
import { verifyEmail } from '../domain/account/account.ts';
import type { Ports } from './ports.ts';
import { proveCode, redeem, type GivenCode } from './prove-code.ts';

/** Proves an e-mail with its code and signs in. */
export const verifyCode =
  (ports: Ports) =>
  async (given: GivenCode): Promise<Access> => {
    const code = await proveCode(ports, given, 'verification');
    const at = ports.now();
    const session = openSession(ports.newId(), code.accountId, at);
    const account = await ports.transact(async (unit) => {
      const changed = verifyEmail(await redeem(unit, code), at);
      await unit.accounts.save([changed.account]);
      await unit.sessions.insert(session);
      unit.record(changed.events);
      return changed.account;
    });
    return ports.tokens.grant(account, session);
  };
