import { RateLimited } from '@kumbuka/contracts';
import { emailKey } from '@kumbuka/text';
import type { Account } from '../../domain/account/account.ts';
import { languageOf } from '../../domain/account/preferences.ts';
import { addCodeRequest, secondsUntilNextCode } from '../../domain/code/code-requests.ts';
import { codeExpiry, type Code, type CodePurpose } from '../../domain/code/code.ts';
import type { EmailKind, QueuedEmail } from '../../domain/code/mail.ts';
import { endToken } from '../account/end-sign-up.ts';
import type { Ports, UnitOfWork } from '../ports.ts';

export interface CodeRequest {
  email: string;
  purpose: CodePurpose;
  /**
   * Account that the code is for. `null` for an unknown address: the same steps run, but no email is sent and the code
   * cannot be redeemed.
   */
  accountIn(unit: UnitOfWork): Promise<Account | null>;
  /** IP address of the request; given for verification codes only. */
  ip?: string;
  /** Recipient, if not the account's own address. */
  to?: string;
}

/** Response to a request for a code. */
export interface IssuedCode {
  /** `null` when no code is needed. */
  otpId: string | null;
  /** The code itself; in local development only. */
  devCode: string | null;
}
export const noCode: IssuedCode = { otpId: null, devCode: null };

export type IssuingPorts = Pick<
  Ports,
  'secrets' | 'rules' | 'transact' | 'wakeMailWorker' | 'codeDelayMs' | 'ids' | 'now'
>;

/** Request with its account. */
interface Issue extends CodeRequest {
  account: Account | null;
}

/** Creates a code that replaces an older one, and queues its email. */
export async function issueCode(ports: IssuingPorts, request: CodeRequest): Promise<IssuedCode> {
  const { secrets, rules, now, transact, wakeMailWorker } = ports;
  const at = now();
  const emailMac = secrets.emailMacOf(emailKey(request.email));
  const [digits, delayMs] = [secrets.randomCode(), ports.codeDelayMs()];
  const issued = await transact(async (unit) => {
    await reserveCodeRequest(ports, unit, emailMac, request.purpose, at);
    const issue = { ...request, account: await request.accountIn(unit) };
    const code = codeOf(ports, issue, emailMac, digits, at);
    await unit.codes.replace(code);
    await unit.mails.enqueue(mailOf(ports, issue, code, digits), new Date(at.getTime() + delayMs));
    return { otpId: code.id, isReal: issue.account !== null };
  });
  wakeMailWorker(delayMs);
  return { otpId: issued.otpId, devCode: rules.devCodes && issued.isReal ? digits : null };
}

/** Reserves the next code request of an address; throws when it is too early or concurrent. */
async function reserveCodeRequest(
  { rules }: IssuingPorts,
  { codeRequests }: UnitOfWork,
  emailMac: string,
  purpose: CodePurpose,
  at: Date,
) {
  const requests = await codeRequests.find(emailMac);
  const wait = secondsUntilNextCode(requests, purpose, at, rules);
  if (wait > 0) throw new RateLimited(wait, 'CODE_ASKED_TOO_SOON');
  const isFirst = await codeRequests.save(addCodeRequest(requests, purpose, at));
  if (!isFirst) throw new RateLimited(rules.resendSeconds, 'CODE_ASKED_TOO_SOON');
}

function codeOf(
  { ids, secrets }: IssuingPorts,
  { purpose, account, ip }: Issue,
  emailMac: string,
  digits: string,
  at: Date,
): Code {
  const name = { id: ids.newId(), purpose, emailMac };
  const [mac, accountId] = [secrets.macOf(name, digits), account?.id ?? null];
  const requestedFrom = ip === undefined ? null : secrets.ipMacOf(ip);
  return { ...name, mac, accountId, requestedFrom, tries: 0, createdAt: at, expiresAt: codeExpiry(at) };
}

const mailOf = (ports: IssuingPorts, request: Issue, code: Code, digits: string): QueuedEmail => ({
  ...emailOf(ports, request, digits),
  id: ports.ids.newId(),
  emailMac: code.emailMac,
  to: request.account && (request.to ?? request.account.email),
  language: languageOf(request.account),
  attempts: 0,
  expiresAt: code.expiresAt,
});

function emailOf({ secrets, rules }: IssuingPorts, { purpose, account }: Issue, code: string): EmailKind {
  if (purpose !== 'verification' || !account) return { purpose, content: { code } };
  /** A fragment: browsers send it to no server, so no log contains the token. */
  const endUrl = `${rules.webOrigin}/signup/end#${endToken(secrets, account.id)}`;
  const signUp = { at: account.createdAt.toISOString(), endUrl };
  return { purpose, content: { code, signUp } };
}
