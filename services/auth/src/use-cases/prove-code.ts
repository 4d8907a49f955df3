import { codes } from '@kumbuka/contracts';
import { emailKeyOf, type Account } from '../domain/account.ts';
import { codeState, digitsOf, type Code, type CodePurpose } from '../domain/code.ts';
import { OtpInvalid, OtpLocked } from '../domain/errors.ts';
import type { Now, Unit } from './unit.ts';

export interface GivenCode {
  email: string;
  otpId: string;
  code: string;
}

export interface CodeName {
  id: string;
  purpose: CodePurpose;
  addressKey: string;
}

export interface ProveCodeDeps {
  addressKeyOf(emailKey: string): string;
  /** Counts a try on an open code and gives it back; null when no such code is open. */
  countTry(name: CodeName, now: Date): Promise<Code | null>;
  findCode(name: CodeName): Promise<Code | null>;
  macOf(binding: CodeName & { code: string }): string;
  sameMac(left: string, right: string): boolean;
  now: Now;
}

export interface ProvenCode extends Code {
  accountId: number;
}

/** Seconds until the next code may be asked for. */
const untilNextCode = ({ createdAt }: Code, now: Date) =>
  Math.max(1, Math.ceil(codes.resendSeconds - (now.getTime() - createdAt.getTime()) / 1000));

async function refusal(deps: ProveCodeDeps, name: CodeName, now: Date) {
  const code = await deps.findCode(name);
  return code && codeState(code, now) === 'locked'
    ? new OtpLocked(untilNextCode(code, now))
    : new OtpInvalid();
}

/** The code that was given, if it is the right one; counts the try. Throws OtpInvalid or OtpLocked. */
export const proveCode =
  (deps: ProveCodeDeps) =>
  async (given: GivenCode, purpose: CodePurpose): Promise<ProvenCode> => {
    const digits = digitsOf(given.code);
    if (digits === null) throw new OtpInvalid();
    const now = deps.now();
    const name = { id: given.otpId, purpose, addressKey: deps.addressKeyOf(emailKeyOf(given.email)) };
    const code = await deps.countTry(name, now);
    if (!code) throw await refusal(deps, name, now);
    const right = deps.sameMac(code.mac, deps.macOf({ ...name, code: digits }));
    if (!right || code.accountId === null) throw new OtpInvalid();
    return { ...code, accountId: code.accountId };
  };

/** Uses the code up and gives its account; whoever comes second gets OtpInvalid. */
export async function redeem(unit: Unit, code: ProvenCode): Promise<Account> {
  const account = (await unit.codes.consume(code)) ? await unit.accounts.find(code.accountId) : null;
  if (!account) throw new OtpInvalid();
  await unit.codes.forget(code.addressKey);
  await unit.codes.forgetTurns(code.addressKey, 'verification');
  return account;
}
