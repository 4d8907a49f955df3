import { emailKey } from '@kumbuka/text';
import type { Account } from '../../domain/account/account.ts';
import { noteLock, secondsUntilNextCode } from '../../domain/code/code-requests.ts';
import { codeState, digitsOf, type Code, type CodeName, type CodePurpose } from '../../domain/code/code.ts';
import { OtpInvalid, OtpLocked } from '../../domain/errors.ts';
import { changeCodeRequests } from '../access/change-code-requests.ts';
import type { Ports, UnitOfWork } from '../ports.ts';

export interface CodeProof {
  email: string;
  otpId: string;
  code: string;
}

export interface ProvenCode extends Code {
  accountId: number;
}

export type ProvingPorts = Pick<Ports, 'codes' | 'codeRequests' | 'secrets' | 'rules' | 'now'>;

/** Returns the code if it is correct; counts the attempt. Throws `OtpInvalid` or `OtpLocked`. */
export async function proveCode(
  ports: ProvingPorts,
  proof: CodeProof,
  purpose: CodePurpose,
): Promise<ProvenCode> {
  const { secrets, now } = ports;
  const digits = digitsOf(proof.code);
  if (digits === null) throw new OtpInvalid();
  const at = now();
  const names = secrets
    .emailMacsOf(emailKey(proof.email))
    .map((emailMac) => ({ id: proof.otpId, purpose, emailMac }));
  const code = await firstOf(names, (name) => ports.codes.countAttempt(name, at));
  if (!code) throw await rejection(ports, names, at);
  const isRight = secrets.isCode(code.mac, code, digits);
  if (isRight && code.accountId !== null) return { ...code, accountId: code.accountId };
  if (codeState(code, at) === 'locked')
    await changeCodeRequests(ports, code.emailMac, (requests) => noteLock(requests, at));
  throw new OtpInvalid();
}

/** First code that is found under one of its names: an address has one per accepted secret. */
async function firstOf(names: readonly CodeName[], find: (name: CodeName) => Promise<Code | null>) {
  for (const name of names) {
    const code = await find(name);
    if (code) return code;
  }
  return null;
}

async function rejection(
  { codes, codeRequests, rules }: ProvingPorts,
  names: readonly CodeName[],
  now: Date,
) {
  const code = await firstOf(names, codes.find);
  if (!code || codeState(code, now) !== 'locked') return new OtpInvalid();
  const wait = secondsUntilNextCode(await codeRequests.find(code.emailMac), code.purpose, now, rules);
  return new OtpLocked(Math.max(1, wait));
}

/** Redeems the code and returns its account; a second redemption throws `OtpInvalid`. */
export async function redeem(
  ports: Pick<Ports, 'secrets'>,
  unit: UnitOfWork,
  code: ProvenCode,
): Promise<Account> {
  const account = (await unit.codes.consume(code)) ? await unit.accounts.find(code.accountId) : null;
  if (!account || !isStillOf(ports, code, account)) throw new OtpInvalid();
  await unit.codes.removeAll([code.emailMac]);
  await unit.codeRequests.forgive(code.emailMac);
  return account;
}

/** A code sent to a former address of the account is invalid; a change of address names the new one. */
const isStillOf = (ports: Pick<Ports, 'secrets'>, code: ProvenCode, account: Account) =>
  code.purpose === 'email-change' || ports.secrets.emailMacsOf(account.emailKey).includes(code.emailMac);
