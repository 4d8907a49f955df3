import { emailKeyOf } from '../domain/account.ts';
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

/** Sends a reset code; known and unknown addresses take the same steps and the same waits. */
export const forgotPassword =
  (deps: Deps) =>
  async ({ email }: { email: string }, ip: string): Promise<CodeAnswer> => {
    await deps.countCodeRequest(ip);
    const emailKey = emailKeyOf(email);
    const account = await deps.findAccountByEmail(emailKey);
    const { otpId, code } = await deps.issueCode({ emailKey, purpose: 'reset', account });
    return { otpId, devCode: deps.devCodes && account ? code : null };
  };
