import { t } from '@lingui/core/macro';
import { limits } from '@kumbuka/contracts/constants';
import { cleanText, isEmail, isNewEmail, trimText } from '@kumbuka/text';

const emailErrorBy = (isValid: (email: string) => boolean) => (typed: string) => {
  const email = trimText(typed);
  if (email === '') return t`Email is required`;
  return isValid(email) ? undefined : t`Invalid email address`;
};

/** Checks the address of an account, which may be older than the rule for new addresses. */
export const emailError = emailErrorBy(isEmail);

export const newEmailError = emailErrorBy(isNewEmail);

/** Help of a field for a new password, which an error replaces. */
export const passwordRule = () => t`At least ${limits.minPasswordLength} characters.`;

export function passwordError(password: string): string | undefined {
  if (password === '') return t`Password is required`;
  return [...password].length < limits.minPasswordLength
    ? t`Password must be at least ${limits.minPasswordLength} characters`
    : undefined;
}

export function newPasswordError(password: string): string | undefined {
  return password === '' ? t`New password is required` : passwordError(password);
}

/** Username as it is sent: pasted characters that the server refuses are cleaned. */
export const cleanUsername = (username: string) => cleanText(username).trim();

export function usernameError(username: string): string | undefined {
  const length = [...cleanUsername(username)].length;
  if (length === 0) return t`Username is required`;
  if (length < limits.minUsernameLength)
    return t`Username must be at least ${limits.minUsernameLength} characters`;
  return length > limits.maxUsernameLength
    ? t`Username must be at most ${limits.maxUsernameLength} characters`
    : undefined;
}

export function confirmError(confirm: string, password: string): string | undefined {
  if (confirm === '') return t`Password confirmation is required`;
  return confirm === password ? undefined : t`Passwords must match`;
}

export function present<K extends string>(errors: Record<K, string | undefined>): Partial<Record<K, string>> {
  const found = Object.entries<string | undefined>(errors).filter(([, message]) => message !== undefined);
  return Object.fromEntries(found) as Partial<Record<K, string>>;
}
