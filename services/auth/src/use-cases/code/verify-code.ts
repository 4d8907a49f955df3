import { openSession, type Access, type Client } from '../../domain/access/session.ts';
import { claimAccount, continuesSignUp, verifyEmail, type Account } from '../../domain/account/account.ts';
import { endEverySession } from '../access/log-out-everywhere.ts';
import type { Ports, UnitOfWork } from '../ports.ts';
import { proveCode, redeem, type CodeProof, type ProvenCode, type ProvingPorts } from './prove-code.ts';

export interface VerifyCodeInput extends CodeProof {
  /** Password of the sign-up, if the client still has it. */
  password?: string | undefined;
  /** Proof that the sign-up returned. */
  signUpProof?: string | undefined;
}

type VerificationPorts = ProvingPorts &
  Pick<Ports, 'accounts' | 'limits' | 'ids' | 'passwords' | 'tokens' | 'transact' | 'transactSerially'>;

/**
 * Verifies an address with its code and signs in. Someone else may have signed up with it, so the earlier password is kept
 * only for a caller who has the proof of the sign-up or knows the password, or who gives neither and continues a recent
 * sign-up.
 */
export const verifyCode =
  (ports: VerificationPorts) =>
  async (input: VerifyCodeInput, { ip, userAgent }: Client): Promise<Access> => {
    await ports.limits.countCodeAttempt(ip);
    const code = await proveCode(ports, input, 'verification');
    const isTheirs = await isWhoSignedUp(ports, code, input, ip);
    const session = openSession(ports.ids.newId(), code.accountId, userAgent, ports.now());
    const transact = isTheirs ? ports.transact : ports.transactSerially;
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
  { accounts, passwords, secrets, now }: VerificationPorts,
  code: ProvenCode,
  { password, signUpProof: proof }: VerifyCodeInput,
  ip: string,
) {
  const account = await accounts.find(code.accountId);
  if (!account) return false;
  if (proof !== undefined && secrets.isSignUpProof(proof, account.id)) return true;
  if (password !== undefined) return passwords.isRight({ hash: account.passwordHash, password });
  return proof === undefined && continuesSignUp(account, code, (mac) => secrets.isIp(mac, ip), now());
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
