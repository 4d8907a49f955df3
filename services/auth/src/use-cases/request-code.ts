import { emailKeyOf, isVerified } from '../domain/account.ts';
import type { CodeAnswer } from './code-answer.ts';
import type { CodeRequest, IssuedCode } from './issue-code.ts';
import type { FindAccountByEmail } from './unit.ts';

interface Deps {
  countCodeRequest(ip: string): Promise<void>;
  findAccountByEmail: FindAccountByEmail;
  issueCode(request: CodeRequest): Promise<IssuedCode>;
  /** Local development: answers carry the code. */
  devCodes: boolean;
}

/** Sends a verification code; verified and unknown addresses need none and cannot be told apart. */
export const requestCode =
  (deps: Deps) =>
  async ({ email }: { email: string }, ip: string): Promise<CodeAnswer> => {
    await deps.countCodeRequest(ip);
    const emailKey = emailKeyOf(email);
    const account = await deps.findAccountByEmail(emailKey);
    if (!account || isVerified(account)) return { otpId: null, devCode: null };
    const { otpId, code } = await deps.issueCode({ emailKey, purpose: 'verification', account });
    return { otpId, devCode: deps.devCodes ? code : null };
  };
