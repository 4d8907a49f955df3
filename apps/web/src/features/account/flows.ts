import type { Credentials, Verified, VisitorApi } from '../../shared/auth/account-calls.ts';
import { t } from '@lingui/core/macro';
import { errorCode, hasNoResponse, messageOf } from '../../shared/apollo/errors.ts';

/** Code that was sent to an address. */
export interface Verification {
  email: string;
  otpId: string | null;
  /** The code itself, which only a development server returns. */
  devCode: string | null;
  /** Password as just typed. Sent with the code, it proves that the same person signed up, so it stays valid. */
  password: string;
  /** Proof of the sign-up that was made on this page; null after a reload and at a login. */
  signUpProof: string | null;
}

export type LoginOutcome =
  | { kind: 'token'; token: string }
  | { kind: 'code'; otpId: string | null; devCode: string | null }
  | { kind: 'error'; message: string };

const failed = (message: string): LoginOutcome => ({ kind: 'error', message });

type PasswordLogin = { token: string | null; error: unknown };

/** Tries the password. A response without a token is no success, whatever it says about the verification. */
async function tryPassword(api: VisitorApi, credentials: Credentials): Promise<PasswordLogin> {
  try {
    return { token: await api.logIn(credentials), error: null };
  } catch (error) {
    return { token: null, error };
  }
}

/** Retries the password once, when no code was needed. */
async function retryOnce(api: VisitorApi, credentials: Credentials): Promise<LoginOutcome> {
  const { token, error } = await tryPassword(api, credentials);
  if (token !== null) return { kind: 'token', token };
  if (error === null) return failed(t`Verification step skipped unexpectedly. Please try again.`);
  return failed(messageOf(error, t`Something went wrong. Please try again.`));
}

/** Tries the password, then requests a one-time code. When the server skips the code, tries the password once more. */
export async function logIn(api: VisitorApi, credentials: Credentials): Promise<LoginOutcome> {
  const first = await tryPassword(api, credentials);
  if (first.token !== null) return { kind: 'token', token: first.token };
  try {
    const { status, otpId, devCode } = await api.requestCode(credentials.email);
    return status === 'SENT' ? { kind: 'code', otpId, devCode } : await retryOnce(api, credentials);
  } catch (error) {
    if (first.error !== null && errorCode(error) === 'RATE_LIMITED')
      return failed(messageOf(first.error, t`Something went wrong. Please try again.`));
    return failed(messageOf(error, t`Failed to request verification code. Please try again.`));
  }
}

export interface CodeEntry {
  email: string;
  otpId: string | null;
  code: string;
  password: string;
  signUpProof?: string | null;
  /** Whether the last attempt got no response, so it may have succeeded. */
  isRepeat: boolean;
}

export interface CodeTexts {
  missingSession: string;
  failed: string;
}

export type CodeOutcome =
  ({ kind: 'token' } & Verified) | { kind: 'error'; message: string; hasNoResponse: boolean };

const refused = (message: string): CodeOutcome => ({ kind: 'error', message, hasNoResponse: false });

/** Signs in by the password after a lost response: the code is used up, and the email may be verified. */
async function signInAfterLostReply(
  api: VisitorApi,
  { email, password, isRepeat }: CodeEntry,
  error: unknown,
): Promise<string | null> {
  if (!isRepeat || errorCode(error) !== 'OTP_INVALID') return null;
  return (await tryPassword(api, { email, password })).token;
}

async function outcomeOfFailure(
  api: VisitorApi,
  entry: CodeEntry,
  error: unknown,
  fallback: string,
): Promise<CodeOutcome> {
  const token = await signInAfterLostReply(api, entry, error);
  if (token !== null) return { kind: 'token', token, passwordRequired: false };
  return { kind: 'error', message: messageOf(error, fallback), hasNoResponse: hasNoResponse(error) };
}

/** Checks the entry, then sends the trimmed code. */
export async function verifyCode(api: VisitorApi, entry: CodeEntry, texts: CodeTexts): Promise<CodeOutcome> {
  const code = entry.code.trim();
  if (!entry.otpId) return refused(texts.missingSession);
  if (code === '') return refused(t`Please enter the OTP code.`);
  try {
    const { email, otpId, password, signUpProof = null } = entry;
    const verified = await api.verifyCode({
      email,
      otpId,
      code,
      signUpProof,
      ...(password === '' ? {} : { password }),
    });
    return verified ? { kind: 'token', ...verified } : refused(t`Missing access token in response`);
  } catch (error) {
    return outcomeOfFailure(api, entry, error, texts.failed);
  }
}

/** Replaces the password by a code. With the token '' the learner must sign in. */
export async function resetPassword(api: VisitorApi, entry: CodeEntry): Promise<CodeOutcome> {
  const { email, otpId, password } = entry;
  if (!otpId) return refused(t`Missing OTP session. Please resend the code.`);
  try {
    const token = await api.resetPassword({ email, otpId, code: entry.code.trim(), newPassword: password });
    return { kind: 'token', token: token ?? '', passwordRequired: false };
  } catch (error) {
    return outcomeOfFailure(api, entry, error, t`Failed to reset password.`);
  }
}

export interface NextScreen {
  to: '/dashboard' | '/forgot-password';
  state: ResetState | null;
}

/** Router state that the previous screen passes to the reset screen. */
export interface ResetState {
  email: string;
}

/** Verifying an email removes a password that another person had set, so the learner chooses a new one first. */
export const screenAfter = ({ passwordRequired }: Verified, email: string): NextScreen =>
  passwordRequired ? { to: '/forgot-password', state: { email } } : { to: '/dashboard', state: null };
