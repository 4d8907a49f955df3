import { emailPattern, limits } from '@kumbuka/contracts/constants';
import type { FormErrors } from '../../shared/lib/use-form.ts';

function emailError(email: string): string | undefined {
  if (email.trim() === '') return 'Email is required';
  return emailPattern.test(email.trim()) ? undefined : 'Invalid email address';
}

function passwordError(password: string): string | undefined {
  if (password === '') return 'Password is required';
  return [...password].length < limits.passwordLeast
    ? `Password must be at least ${limits.passwordLeast} characters`
    : undefined;
}

function usernameError(username: string): string | undefined {
  const length = [...username.trim()].length;
  if (length === 0) return 'Username is required';
  if (length < limits.usernameLeast) return `Username must be at least ${limits.usernameLeast} characters`;
  return length > limits.usernameMost
    ? `Username must be at most ${limits.usernameMost} characters`
    : undefined;
}

function confirmError(confirm: string, password: string): string | undefined {
  if (confirm === '') return 'Password confirmation is required';
  return confirm === password ? undefined : 'Passwords must match';
}

function present<K extends string>(errors: Record<K, string | undefined>): Partial<Record<K, string>> {
  const found = Object.entries<string | undefined>(errors).filter(([, message]) => message !== undefined);
  return Object.fromEntries(found) as Partial<Record<K, string>>;
}

export type LoginValues = { email: string; password: string };
export const loginErrors = ({ email, password }: LoginValues): FormErrors<LoginValues> =>
  present({ email: emailError(email), password: passwordError(password) });

export type SignupValues = { email: string; username: string; password: string; confirm: string };
export const signupErrors = ({
  email,
  username,
  password,
  confirm,
}: SignupValues): FormErrors<SignupValues> =>
  present({
    email: emailError(email),
    username: usernameError(username),
    password: passwordError(password),
    confirm: confirmError(confirm, password),
  });

export type ForgotValues = { email: string };
export const forgotErrors = ({ email }: ForgotValues): FormErrors<ForgotValues> =>
  present({ email: emailError(email) });

export type ResetValues = { code: string; password: string; confirm: string };
export function resetErrors({ code, password, confirm }: ResetValues): FormErrors<ResetValues> {
  const passwordMessage = passwordError(password);
  return present({
    code: code.trim() === '' ? 'OTP code is required' : undefined,
    password: passwordMessage === 'Password is required' ? 'New password is required' : passwordMessage,
    confirm: confirmError(confirm, password),
  });
}
