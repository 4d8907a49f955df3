import { t } from '@lingui/core/macro';
import {
  confirmError,
  emailError,
  newEmailError,
  newPasswordError,
  passwordError,
  present,
  usernameError,
} from '../../shared/account/field-errors.ts';
import type { FormErrors } from '../../shared/hooks/use-form.ts';

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
    email: newEmailError(email),
    username: usernameError(username),
    password: passwordError(password),
    confirm: confirmError(confirm, password),
  });

export type ForgotValues = { email: string };
export const forgotErrors = ({ email }: ForgotValues): FormErrors<ForgotValues> =>
  present({ email: emailError(email) });

export type ResetValues = { code: string; password: string; confirm: string };
export const resetErrors = ({ code, password, confirm }: ResetValues): FormErrors<ResetValues> =>
  present({
    code: code.trim() === '' ? t`OTP code is required` : undefined,
    password: newPasswordError(password),
    confirm: confirmError(confirm, password),
  });
