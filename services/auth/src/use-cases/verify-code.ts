import { openSession, type Access, type Client } from '../domain/access/session.ts';
import { claimAccount, isFrom, verifyEmail, type Account } from '../domain/account/account.ts';
import { endEverySession } from './log-out-everywhere.ts';
import type { Ports, UnitOfWork } from './ports.ts';
import { proveCode, redeem, type GivenCode } from './prove-code.ts';

export interface VerifyCodeInput extends GivenCode {
  /** Password of the sign-up, if the client still has it. */
  password?: string | undefined;
}

/**
 * Verifies an address with its code and signs in. Someone else may have signed up with it, so the earlier
 * password is kept only if the caller knows it or, without a password, comes from the same IP address.
 */
export const verifyCode =
  (ports: Ports) =>
  async ({ password, ...given }: VerifyCodeInput, { ip, userAgent }: Client): Promise<Access> => {
    await ports.limits.countCodeTry(ip);
    const code = await proveCode(ports, given, 'verification');
    const isTheirs = await isWhoSignedUp(ports, await ports.accounts.find(code.accountId), password, ip);
    const session = openSession(ports.newId(), code.accountId, userAgent, ports.now());
    const transact = isTheirs ? ports.transact : ports.transactInLine;
    const account = await transact(async (unit) => {
      const proved = await redeem(ports, unit, code);
      const saved = await (isTheirs ? verify : claim)(unit, proved, session.createdAt);
      await unit.sessions.insert(session);
      return saved;
    });
    if (!isTheirs) await ports.tokens.learnRevocations();
    return ports.tokens.grant(account, session);
  };

async function isWhoSignedUp(
  { passwords, secrets }: Ports,
  account: Account | null,
  password: string | undefined,
  ip: string,
) {
  if (!account) return false;
  if (password === undefined) return isFrom(account, secrets.ipMacOf(ip));
  return passwords.isRight({ hash: account.passwordHash, password });
}

async function verify(unit: UnitOfWork, account: Account, at: Date) {
  const changed = verifyEmail(account, at);
  await unit.accounts.save([changed.account]);
  unit.record(changed.events);
  return changed.account;
}

async function claim(unit: UnitOfWork, account: Account, at: Date) {
  const changed = claimAccount(account, at);
  await endEverySession(unit, changed, at);
  return changed.account;
}
