import { codes } from '@kumbuka/contracts';
import { emailKeyOf, type Account } from '../domain/account/account.ts';
import { codeState, digitsOf, type Code, type CodeName, type CodePurpose } from '../domain/code/code.ts';
import { OtpInvalid, OtpLocked } from '../domain/errors.ts';
import type { Ports, UnitOfWork } from './ports.ts';

export interface GivenCode {
  email: string;
  otpId: string;
  code: string;
}

export interface ProvenCode extends Code {
  accountId: number;
}

/** The code that was given, if it is the right one; counts the try. Throws OtpInvalid or OtpLocked. */
export async function proveCode(ports: Ports, given: GivenCode, purpose: CodePurpose): Promise<ProvenCode> {
  const { secrets, now } = ports;
  const digits = digitsOf(given.code);
  if (digits === null) throw new OtpInvalid();
  const at = now();
  const name = { id: given.otpId, purpose, emailMac: secrets.emailMacOf(emailKeyOf(given.email)) };
  const code = await ports.codes.countTry(name, at);
  if (!code) throw await refusal(ports, name, at);
  const isRight = secrets.sameMac(code.mac, secrets.macOf(name, digits));
  if (!isRight || code.accountId === null) throw new OtpInvalid();
  return { ...code, accountId: code.accountId };
}

/** Seconds until the next code may be asked for. */
const untilNextCode = ({ createdAt }: Code, now: Date) =>
  Math.max(1, Math.ceil(codes.resendSeconds - (now.getTime() - createdAt.getTime()) / 1000));

async function refusal(ports: Ports, name: CodeName, now: Date) {
  const code = await ports.codes.find(name);
  return code && codeState(code, now) === 'locked'
    ? new OtpLocked(untilNextCode(code, now))
    : new OtpInvalid();
}

/** Uses the code up and gives its account; whoever comes second gets OtpInvalid. */
export async function redeem(unit: UnitOfWork, code: ProvenCode): Promise<Account> {
  const account = (await unit.codes.consume(code)) ? await unit.accounts.find(code.accountId) : null;
  if (!account) throw new OtpInvalid();
  await unit.codes.removeAll(code.emailMac);
  await unit.codeTurns.forgetVerification(code.emailMac);
  return account;
}
