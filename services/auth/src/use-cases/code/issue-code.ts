import { RateLimited } from '@kumbuka/contracts';
import { emailKey } from '@kumbuka/text';
import type { Account } from '../../domain/account/account.ts';
import { addCodeRequest, secondsUntilNextCode } from '../../domain/code/code-requests.ts';
import { codeExpiry, type Code, type CodePurpose } from '../../domain/code/code.ts';
import type { EmailKind } from '../../domain/code/mail.ts';
import { changeCodeRequests } from '../access/change-code-requests.ts';
import { endTokenOf } from '../account/end-sign-up.ts';
import { languageOf } from '../language-of.ts';
import type { Ports } from '../ports.ts';

export interface CodeRequest {
  email: string;
  purpose: CodePurpose;
  /**
   * `null` for an unknown address: the same steps run, but no email is sent and the code cannot be redeemed.
   */
  account: Account | null;
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
  'codeRequests' | 'secrets' | 'rules' | 'transact' | 'wakeMailWorker' | 'ids' | 'now'
>;

/** Creates a code that replaces an older one, and queues its email. */
export async function issueCode(ports: IssuingPorts, request: CodeRequest): Promise<IssuedCode> {
  const { secrets, rules, now, transact, wakeMailWorker } = ports;
  const at = now();
  const emailMac = secrets.emailMacOf(emailKey(request.email));
  await reserveCodeRequest(ports, emailMac, request.purpose, at);

  const digits = secrets.randomCode();
  const code = codeOf(ports, request, emailMac, digits, at);
  await transact(async (unit) => {
    await unit.codes.replace(code);
    const language = await languageOf(unit, request.account);
    const mail = { ...mailOf(ports, request, code, digits), language };
    await unit.mails.enqueue(mail, request.account !== null);
  });
  wakeMailWorker();
  return { otpId: code.id, devCode: rules.devCodes && request.account ? digits : null };
}

/** Reserves the next code request of an address; throws when it is too early or concurrent. */
const reserveCodeRequest = (ports: IssuingPorts, emailMac: string, purpose: CodePurpose, at: Date) =>
  changeCodeRequests(ports, emailMac, (requests) => {
    const wait = secondsUntilNextCode(requests, purpose, at, ports.rules);
    if (wait > 0) throw new RateLimited(wait, 'CODE_ASKED_TOO_SOON');
    return addCodeRequest(requests, purpose, at);
  });

function codeOf(
  { ids, secrets }: IssuingPorts,
  { purpose, account, ip }: CodeRequest,
  emailMac: string,
  digits: string,
  at: Date,
): Code {
  const name = { id: ids.newId(), purpose, emailMac };
  const [mac, accountId] = [secrets.macOf(name, digits), account?.id ?? null];
  const requestedFrom = ip === undefined ? null : secrets.ipMacOf(ip);
  return { ...name, mac, accountId, requestedFrom, tries: 0, createdAt: at, expiresAt: codeExpiry(at) };
}

const mailOf = (ports: IssuingPorts, request: CodeRequest, code: Code, digits: string) => ({
  ...emailOf(ports, request, digits),
  id: ports.ids.newId(),
  emailMac: code.emailMac,
  to: request.to ?? request.account?.email ?? '',
  attempts: 0,
  expiresAt: code.expiresAt,
});

function emailOf(
  { secrets, rules }: IssuingPorts,
  { purpose, account }: CodeRequest,
  code: string,
): EmailKind {
  if (purpose !== 'verification' || !account) return { purpose, content: { code } };
  /** A fragment: browsers send it to no server, so no log contains the token. */
  const endUrl = `${rules.webOrigin}/signup/end#${endTokenOf(secrets, account.id)}`;
  const signUp = { at: account.createdAt.toISOString(), endUrl };
  return { purpose, content: { code, signUp } };
}
