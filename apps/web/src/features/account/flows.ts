import { errorCode, messageOf } from '../../shared/apollo/errors.ts';
import type { AuthApi, Credentials, Verified } from '../../shared/auth/auth-api.ts';

/** A code on its way to an address. */
export interface Verification {
  email: string;
  otpId: string | null;
  /** The code itself, where a development server sends it along. */
  devCode: string | null;
  /** As it was typed a moment ago: who signed up keeps it by giving it together with the code. */
  password: string;
}

export type LoginOutcome =
  | { kind: 'token'; token: string }
  | { kind: 'code'; otpId: string | null; devCode: string | null }
  | { kind: 'error'; message: string };

const failed = (message: string): LoginOutcome => ({ kind: 'error', message });

type PasswordLogin = { token: string | null; error: unknown };

/** A login that gives no token is a failure like one that is refused, whatever the answer says of verification. */
async function tryPassword(api: AuthApi, credentials: Credentials): Promise<PasswordLogin> {
  try {
    return { token: await api.logIn(credentials), error: null };
  } catch (error) {
    return { token: null, error };
  }
}

/** No code was needed: the password is tried once more, never in a loop. */
async function retryOnce(api: AuthApi, credentials: Credentials): Promise<LoginOutcome> {
  const { token, error } = await tryPassword(api, credentials);
  if (token !== null) return { kind: 'token', token };
  if (error === null) return failed('Verification step skipped unexpectedly. Please try again.');
  return failed(messageOf(error, 'Something went wrong. Please try again.'));
}

/** Password first; on failure a one-time code is asked for, and 'skipped' leads back to the password once. */
export async function logIn(api: AuthApi, credentials: Credentials): Promise<LoginOutcome> {
  const first = await tryPassword(api, credentials);
  if (first.token !== null) return { kind: 'token', token: first.token };
  try {
    const { status, otpId, devCode } = await api.requestCode(credentials.email);
    return status === 'SENT' ? { kind: 'code', otpId, devCode } : await retryOnce(api, credentials);
  } catch (error) {
    if (first.error !== null && errorCode(error) === 'RATE_LIMITED')
      return failed(messageOf(first.error, 'Something went wrong. Please try again.'));
    return failed(messageOf(error, 'Failed to request verification code. Please try again.'));
  }
}

export interface CodeEntry {
  email: string;
  otpId: string | null;
  code: string;
  password: string;
}

export interface CodeTexts {
  missingSession: string;
  failed: string;
}

export type CodeOutcome = ({ kind: 'token' } & Verified) | { kind: 'error'; message: string };

/** Checks the entry, then sends the trimmed code. */
export async function verifyCode(api: AuthApi, entry: CodeEntry, texts: CodeTexts): Promise<CodeOutcome> {
  const code = entry.code.trim();
  if (!entry.otpId) return { kind: 'error', message: texts.missingSession };
  if (code === '') return { kind: 'error', message: 'Please enter the OTP code.' };
  try {
    const { email, otpId, password } = entry;
    const verified = await api.verifyCode({ email, otpId, code, password });
    return verified
      ? { kind: 'token', ...verified }
      : { kind: 'error', message: 'Missing access token in response' };
  } catch (error) {
    return { kind: 'error', message: messageOf(error, texts.failed) };
  }
}

export interface NextScreen {
  to: '/dashboard' | '/forgot-password';
  state: ResetState | null;
}

/** What the reset screen is told by the screen before. */
export interface ResetState {
  email: string;
}

/** An account that somebody else had made with this e-mail has lost its password: a new one is chosen first. */
export const screenAfter = ({ passwordRequired }: Verified, email: string): NextScreen =>
  passwordRequired ? { to: '/forgot-password', state: { email } } : { to: '/dashboard', state: null };
