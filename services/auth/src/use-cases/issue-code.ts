import { RateLimited } from '@kumbuka/contracts';
import type { Account } from '../domain/account.ts';
import { codeExpiry, type Code, type CodePurpose } from '../domain/code.ts';
import type { Now, Transact } from './unit.ts';

export interface IssuedCode {
  otpId: string;
  code: string;
}

export interface IssueCodeDeps {
  addressKeyOf(emailKey: string): string;
  /** Takes the next turn of an address; gives the seconds to wait when it may not yet. */
  takeTurn(addressKey: string, purpose: CodePurpose, now: Date): Promise<number>;
  newCodeId(): string;
  newMailId(): string;
  randomCode(): string;
  macOf(binding: { id: string; purpose: CodePurpose; addressKey: string; code: string }): string;
  transact: Transact;
  wakePostman(): void;
  now: Now;
}

export interface CodeRequest {
  emailKey: string;
  purpose: CodePurpose;
  /** Null for an unknown address: the same steps are taken, but no mail leaves and the code opens nothing. */
  account: Account | null;
}

/** Makes a code that replaces the older one, and queues its mail with it. */
export const issueCode =
  (deps: IssueCodeDeps) =>
  async ({ emailKey, purpose, account }: CodeRequest): Promise<IssuedCode> => {
    const now = deps.now();
    const addressKey = deps.addressKeyOf(emailKey);
    const wait = await deps.takeTurn(addressKey, purpose, now);
    if (wait > 0) throw new RateLimited(wait, 'Please wait a moment before asking for another code.');

    const [id, digits, expiresAt] = [deps.newCodeId(), deps.randomCode(), codeExpiry(now)];
    const mac = deps.macOf({ id, purpose, addressKey, code: digits });
    const accountId = account?.id ?? null;
    const code: Code = { id, purpose, addressKey, mac, accountId, tries: 0, createdAt: now, expiresAt };
    const content = { username: account?.username ?? '', code: digits };
    const to = account?.email ?? '';
    const mail = { id: deps.newMailId(), purpose, addressKey, to, content, attempts: 0, expiresAt };
    await deps.transact(async (unit) => {
      await unit.codes.replace(code);
      await unit.mails.enqueue(mail, account !== null);
    });
    deps.wakePostman();
    return { otpId: id, code: digits };
  };
