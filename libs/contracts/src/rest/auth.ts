import {
  countCodePoints,
  isBlank,
  isEmail,
  isNewEmail,
  isWellFormed,
  normalisePassword,
  trimText,
  withoutIgnorables,
} from '@kumbuka/text';
import { z } from 'zod';
import { limits } from '../constants.ts';
import { hasForbidden, id, text, time } from './fields.ts';
import { defineRoute } from './route.ts';

const bytes = (value: string) => new TextEncoder().encode(value).length;

const invalidEmail = 'Invalid email address';
const addressThat = (isValid: (value: string) => boolean) =>
  z
    .string()
    .max(limits.email, invalidEmail)
    .refine(isValid, invalidEmail)
    .meta({ format: 'idn-email', minLength: 6 });
/** Email address as typed. It is stored without surrounding white space, and compared by `emailKey`. */
export const email = addressThat((value) => isEmail(trimText(value)));
/** Like `email`, for an address that is new to an account and must be deliverable. */
export const newEmail = addressThat((value) => isNewEmail(trimText(value)));
/** Domain of email addresses, as typed: every domain that a new account's address may have. */
export const emailDomain = z
  .string()
  .max(200)
  .refine((domain) => isNewEmail(`a@${domain}`), 'Must be a domain such as example.org.');

const shownLength = (name: string) => countCodePoints(withoutIgnorables(name));
/** The error names the username in the words of its form, not as a field. */
const typedUsername = z.string().refine((value) => !hasForbidden(value), {
  message: 'Username contains characters that are not allowed',
  abort: true,
});
export const username = text(1_000, isBlank, typedUsername)
  .transform((value) => value.trim())
  .refine(
    (value) => shownLength(value) >= limits.minUsernameLength,
    `Username must be at least ${limits.minUsernameLength} characters`,
  )
  .refine(
    (value) => countCodePoints(value) <= limits.maxUsernameLength,
    `Username must be at most ${limits.maxUsernameLength} characters`,
  )
  .meta({
    description: 'Surrounding white space and invisible characters do not count.',
    minLength: limits.minUsernameLength,
    maxLength: limits.maxUsernameLength,
  });
/** Password to set; never trimmed. */
export const newPassword = z
  .string()
  .refine(
    (value) => countCodePoints(normalisePassword(value)) >= limits.minPasswordLength,
    `Password must be at least ${limits.minPasswordLength} characters`,
  )
  .refine(
    (value) => bytes(normalisePassword(value)) <= limits.maxPasswordBytes,
    `Password must be at most ${limits.maxPasswordBytes} bytes`,
  )
  .refine(isWellFormed, 'Password contains characters that are not allowed')
  .meta({
    description: `At most ${limits.maxPasswordBytes} bytes of UTF-8; the most common passwords are rejected.`,
    format: 'password',
    minLength: limits.minPasswordLength,
    maxLength: limits.maxPasswordBytes,
  });
const typedBytes = 1024;
/** Password to check. */
export const anyPassword = z
  .string()
  .min(1)
  .refine((value) => bytes(value) <= typedBytes, 'Password is too long.')
  .meta({ format: 'password', maxLength: typedBytes });
const code = z.string().max(64);
const otpId = z.string().min(1).max(100);

const signUpBody = z.strictObject({ email: newEmail, username, password: newPassword });
const logInBody = z.strictObject({ email: z.string().min(1).max(limits.email), password: anyPassword });
const emailBody = z.strictObject({ email });
const signUpPassword = anyPassword.optional().meta({
  description: 'The password of the sign-up; kept when it is correct.',
});
const signUpProof = z.string().min(1).max(200).optional().meta({
  description:
    'The signup_proof of the sign-up; keeps its password. Without proof and password, the password is kept only for the IP address of the sign-up: within 10 minutes after it, or with a code requested within these 10 minutes.',
});
const verifyBody = z.strictObject({
  email,
  otp_id: otpId,
  code,
  password: signUpPassword,
  signup_proof: signUpProof,
});
const endBody = z.strictObject({
  token: z.string().min(1).max(200).meta({ description: 'From the link of the email with the code.' }),
});
const resetBody = z.strictObject({ email, otp_id: otpId, code, new_password: newPassword });

export const signedUp = z.object({
  id,
  email: z.string(),
  username: z.string(),
  email_verified: z.boolean(),
  signup_proof: z.string().meta({
    description: 'Send it with the verification code; it proves that the same person signed up.',
  }),
});
export const loggedIn = z.object({
  access_token: z.string().optional(),
  token_type: z.literal('Bearer').optional(),
  expires_in: z.int().optional().meta({ description: 'Seconds.' }),
  verification_required: z.boolean(),
  mfa_required: z.literal(false),
  status: z.enum(['ok', 'verification_required']),
});
export const codeRequested = z.object({
  status: z.enum(['sent', 'skipped']),
  otp_id: z.string().optional(),
  dev_code: z.string().optional().meta({ description: 'Only in local development.' }),
});
export const accessGranted = z.object({
  access_token: z.string(),
  token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int(),
  password_required: z.literal(true).optional().meta({
    description: 'The account has no password; set one by POST /forgot-password.',
  }),
});
export const passwordWasReset = accessGranted.extend({ status: z.literal('reset') });
export const account = z.object({
  id,
  username: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
  is_demo: z.boolean(),
  role: z.enum(['learner', 'admin']),
  created_at: time,
  last_seen_at: time.nullable(),
});

export const authRoutes = {
  signUp: defineRoute({
    operationId: 'signUp',
    method: 'POST',
    path: '/signup',
    owner: 'auth',
    exposure: 'public',
    access: 'anyone',
    summary: 'Create an account.',
    body: signUpBody,
    response: signedUp,
    status: 201,
    idempotent: true,
    errors: ['EMAIL_TAKEN', 'USERNAME_TAKEN'],
  }),
  endSignUp: defineRoute({
    operationId: 'endSignUp',
    method: 'POST',
    path: '/signup/end',
    owner: 'auth',
    exposure: 'public',
    access: 'anyone',
    summary: 'Delete an unverified account that another person created with this address.',
    body: endBody,
    status: 204,
    errors: ['SIGN_UP_LINK_INVALID', 'SIGN_UP_VERIFIED'],
  }),
  logIn: defineRoute({
    operationId: 'logIn',
    method: 'POST',
    path: '/login',
    owner: 'auth',
    exposure: 'public',
    access: 'anyone',
    summary: 'Sign in with a password.',
    body: logInBody,
    response: loggedIn,
    status: 200,
    errors: ['INVALID_CREDENTIALS'],
  }),
  requestVerificationCode: defineRoute({
    operationId: 'requestVerificationCode',
    method: 'POST',
    path: '/login/otp/request',
    owner: 'auth',
    exposure: 'public',
    access: 'anyone',
    summary: 'Send a verification code to an unverified address.',
    body: emailBody,
    response: codeRequested,
    status: 200,
  }),
  verifyCode: defineRoute({
    operationId: 'verifyCode',
    method: 'POST',
    path: '/login/otp/verify',
    owner: 'auth',
    exposure: 'public',
    access: 'anyone',
    summary: 'Verify an address with its code and sign in.',
    body: verifyBody,
    response: accessGranted,
    status: 200,
    errors: ['OTP_INVALID', 'OTP_LOCKED'],
  }),
  requestPasswordReset: defineRoute({
    operationId: 'requestPasswordReset',
    method: 'POST',
    path: '/forgot-password',
    owner: 'auth',
    exposure: 'public',
    access: 'anyone',
    summary: 'Send a reset code.',
    body: emailBody,
    response: codeRequested,
    status: 200,
  }),
  resetPassword: defineRoute({
    operationId: 'resetPassword',
    method: 'POST',
    path: '/reset-password',
    owner: 'auth',
    exposure: 'public',
    access: 'anyone',
    summary: 'Replace the password with a reset code and sign in.',
    body: resetBody,
    response: passwordWasReset,
    status: 200,
    errors: ['OTP_INVALID', 'OTP_LOCKED'],
  }),
  logOut: defineRoute({
    operationId: 'logOut',
    method: 'POST',
    path: '/logout',
    owner: 'auth',
    exposure: 'public',
    access: 'learner',
    summary: 'Revoke this token.',
    status: 204,
  }),
  logOutEverywhere: defineRoute({
    operationId: 'logOutEverywhere',
    method: 'POST',
    path: '/auth/logout-all',
    owner: 'auth',
    exposure: 'public',
    access: 'learner',
    summary: 'Revoke every token of this account.',
    status: 204,
  }),
  refreshAccess: defineRoute({
    operationId: 'refreshAccess',
    method: 'POST',
    path: '/auth/refresh',
    owner: 'auth',
    exposure: 'public',
    access: 'learner',
    acceptsExpired: true,
    summary: 'Replace a token, which may have expired, with a new one for the same session.',
    response: accessGranted,
    status: 200,
  }),
  readAccount: defineRoute({
    operationId: 'readAccount',
    method: 'GET',
    path: '/user',
    owner: 'auth',
    exposure: 'internal',
    access: 'learner',
    summary: 'Account fields of GET /user.',
    response: account,
    status: 200,
  }),
};
