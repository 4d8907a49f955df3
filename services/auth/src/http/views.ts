import type {
  accessGranted,
  AccountSnapshot,
  account as accountSchema,
  codeRequested,
  loggedIn,
  OperatorSnapshot,
  passwordWasReset,
  signedUp,
} from '@kumbuka/contracts';
import type { z } from 'zod';
import type { Access } from '../domain/access/session.ts';
import { isVerified, type Account } from '../domain/account/account.ts';
import type { IssuedCode } from '../use-cases/code/issue-code.ts';
import type { SignedUp } from '../use-cases/account/sign-up.ts';

export const signedUpView = ({ account, proof }: SignedUp): z.infer<typeof signedUp> => ({
  id: account.id,
  email: account.email,
  username: account.username,
  email_verified: isVerified(account),
  signup_proof: proof,
});

const bearerView = ({ token, expiresInSeconds }: Access) => ({
  access_token: token,
  token_type: 'Bearer' as const,
  expires_in: expiresInSeconds,
});

export const loggedInView = (access: Access | null): z.infer<typeof loggedIn> => ({
  ...(access ? bearerView(access) : {}),
  verification_required: access === null,
  mfa_required: false,
  status: access ? 'ok' : 'verification_required',
});

export const accessView = (access: Access): z.infer<typeof accessGranted> => ({
  ...bearerView(access),
  token: access.token,
  ...(access.passwordRequired ? { password_required: true } : {}),
});

export const resetView = (access: Access): z.infer<typeof passwordWasReset> => ({
  status: 'reset',
  ...accessView(access),
});

export const codeView = ({ otpId, devCode }: IssuedCode): z.infer<typeof codeRequested> => ({
  status: otpId === null ? 'skipped' : 'sent',
  ...(otpId === null ? {} : { otp_id: otpId }),
  ...(devCode === null ? {} : { dev_code: devCode }),
});

export const accountView = (account: Account): z.infer<typeof accountSchema> => ({
  id: account.id,
  username: account.username,
  email: account.email,
  email_verified: isVerified(account),
  is_demo: account.isDemo,
  role: account.role,
  created_at: account.createdAt.toISOString(),
  last_seen_at: account.lastSeenAt?.toISOString() ?? null,
});

export const operatorView = (account: Account): OperatorSnapshot => ({
  userId: account.id,
  username: account.username,
  email: account.email,
  lastSeenAt: account.lastSeenAt?.toISOString() ?? null,
});

/** For internal callers; names and addresses leave auth only through this view. */
export const accountSnapshotView = (account: Account): AccountSnapshot => ({
  userId: account.id,
  username: account.username,
  email: account.email,
  isDemo: account.isDemo,
  isVerified: isVerified(account),
  role: account.role,
  createdAt: account.createdAt.toISOString(),
  lastSeenAt: account.lastSeenAt?.toISOString() ?? null,
  demoExpiresAt: account.demo?.expiresAt?.toISOString() ?? null,
});
