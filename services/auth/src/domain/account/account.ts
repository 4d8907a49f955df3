import type { Language } from '@kumbuka/contracts';
import { emailKey, identityKey } from '@kumbuka/text';
import { OperatorIsDemo, OperatorUnverified } from '../errors.ts';
import type { Code } from '../code/code.ts';
import type { DomainEvent, AccountEvent } from '../events.ts';
import type { Preferences } from './preferences.ts';

export const roles = ['learner', 'admin'] as const;
export type Role = (typeof roles)[number];

/** Batch of demo users, and when its accounts expire; `null` for never. */
export interface DemoOrigin {
  batchId: string;
  expiresAt: Date | null;
}

/** Account of a person. */
export interface Account extends Preferences {
  id: number;
  /** As typed. */
  email: string;
  /** Finds the account in every spelling of its address. */
  emailKey: string;
  username: string;
  /** Finds the account in every spelling of its name. */
  usernameKey: string;
  /** PHC string; `null` after the owner of the address took the account over, until a reset. */
  passwordHash: string | null;
  emailVerifiedAt: Date | null;
  /** Keyed hash of the IP address of the sign-up; `null` after verification. */
  signedUpFrom: string | null;
  isDemo: boolean;
  /** Set for demo accounts. */
  demo: DemoOrigin | null;
  role: Role;
  /** Tokens with a smaller epoch are rejected. */
  tokenEpoch: number;
  createdAt: Date;
  lastSeenAt: Date | null;
  /** Incremented by each event. */
  version: number;
}

/** Changed account and its events. */
export interface Changed {
  account: Account;
  events: DomainEvent[];
}

export interface NewAccount {
  id: number;
  email: string;
  username: string;
  passwordHash: string;
  signedUpFrom: string;
  /** Of the client that signs up. */
  language: Language | null;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const unverifiedDays = 7;
/** Minutes after a sign-up in which its IP address identifies the person who signed up. */
const signUpMinutes = 10;

export const isVerified = ({ emailVerifiedAt }: Account): boolean => emailVerifiedAt !== null;

function changed(
  account: Account,
  fields: Partial<Account>,
  at: Date,
  happened: readonly AccountEvent[],
): Changed {
  const events = happened.map((event, index) => ({
    ...event,
    userId: account.id,
    version: account.version + 1 + index,
    at,
  }));
  return { account: { ...account, ...fields, version: account.version + events.length }, events };
}

const freshAccount = (fields: Omit<NewAccount, 'signedUpFrom'>, now: Date): Account => ({
  ...fields,
  emailKey: emailKey(fields.email),
  usernameKey: identityKey(fields.username),
  emailVerifiedAt: null,
  signedUpFrom: null,
  isDemo: false,
  demo: null,
  role: 'learner',
  theme: null,
  tokenEpoch: 0,
  createdAt: now,
  lastSeenAt: null,
  version: 0,
});

export function registerAccount({ signedUpFrom, ...fields }: NewAccount, now: Date): Changed {
  const account = { ...freshAccount(fields, now), signedUpFrom };
  return changed(account, {}, now, [{ type: 'user-registered', isDemo: false }]);
}

/** Demo accounts need no verification. */
export function registerDemoAccount(
  { demo, ...fields }: Omit<NewAccount, 'signedUpFrom' | 'language'> & { demo: DemoOrigin },
  now: Date,
): Changed {
  const fresh = freshAccount({ ...fields, language: null }, now);
  const account = { ...fresh, isDemo: true, demo, emailVerifiedAt: now };
  return changed(account, {}, now, [{ type: 'user-registered', isDemo: true }, { type: 'user-verified' }]);
}

const verification = (account: Account): AccountEvent[] =>
  isVerified(account) ? [] : [{ type: 'user-verified' }];

const verified = (account: Account, now: Date) => ({
  emailVerifiedAt: account.emailVerifiedAt ?? now,
  signedUpFrom: null,
});

/**
 * Whether a code that comes without proof or password continues a recent sign-up: from the same IP address, within ten
 * minutes of the sign-up or with a code that this address requested in these ten minutes.
 */
export function continuesSignUp(
  { signedUpFrom, createdAt }: Account,
  { requestedFrom, createdAt: requestedAt }: Pick<Code, 'requestedFrom' | 'createdAt'>,
  isSameIp: (mac: string | null) => boolean,
  now: Date,
): boolean {
  const isSoon = (at: Date) => at.getTime() - createdAt.getTime() <= signUpMinutes * minuteMs;
  return isSameIp(signedUpFrom) && (isSoon(now) || (isSameIp(requestedFrom) && isSoon(requestedAt)));
}

export const verifyEmail = (account: Account, now: Date): Changed =>
  isVerified(account)
    ? changed(account, {}, now, [])
    : changed(account, verified(account, now), now, [{ type: 'user-verified' }]);

/**
 * Verifies the address by someone who may not be the one who signed up: removes the earlier password and all
 * access. A verified account is unchanged.
 */
export function claimAccount(account: Account, now: Date): Changed {
  if (isVerified(account)) return changed(account, {}, now, []);
  const tokenEpoch = account.tokenEpoch + 1;
  return changed(account, { ...verified(account, now), passwordHash: null, tokenEpoch }, now, [
    { type: 'user-verified' },
    { type: 'access-revoked', sessionId: null, epoch: tokenEpoch },
  ]);
}

/** Requires a verified address. Revokes all older tokens. */
export function replacePassword(account: Account, passwordHash: string, now: Date): Changed {
  const tokenEpoch = account.tokenEpoch + 1;
  return changed(account, { ...verified(account, now), passwordHash, tokenEpoch }, now, [
    { type: 'password-reset' },
    ...verification(account),
    { type: 'access-revoked', sessionId: null, epoch: tokenEpoch },
  ]);
}

/** Revokes all tokens and removes the password before erasure. `null` when already closed. */
export function closeAccount(account: Account, now: Date): Changed | null {
  if (account.passwordHash === null) return null;
  const tokenEpoch = account.tokenEpoch + 1;
  return changed(account, { passwordHash: null, tokenEpoch }, now, [
    { type: 'access-revoked', sessionId: null, epoch: tokenEpoch },
  ]);
}

/** `null` when the name is unchanged. */
export function renameAccount(account: Account, username: string, now: Date): Changed | null {
  if (username === account.username) return null;
  const fields = { username, usernameKey: identityKey(username) };
  return changed(account, fields, now, [{ type: 'user-changed', fields: ['username'] }]);
}

/** Nothing outside of auth depends on preferences, so no event is published. */
export const changePreferences = (account: Account, preferences: Partial<Preferences>): Account => ({
  ...account,
  ...preferences,
});

/** Changes to a verified new address. Revokes all older tokens. */
export function changeAddress(account: Account, email: string, now: Date): Changed {
  const tokenEpoch = account.tokenEpoch + 1;
  const fields = { ...verified(account, now), email, emailKey: emailKey(email), tokenEpoch };
  return changed(account, fields, now, [
    { type: 'user-changed', fields: ['email'] },
    { type: 'access-revoked', sessionId: null, epoch: tokenEpoch },
  ]);
}

/** `null` when the role is unchanged. Tokens contain the role, so older ones are revoked. */
export function grantRole(account: Account, role: Role, now: Date): Changed | null {
  if (role === account.role) return null;
  if (role === 'admin') rejectAsOperator(account);
  const tokenEpoch = account.tokenEpoch + 1;
  return changed(account, { role, tokenEpoch }, now, [
    { type: 'user-changed', fields: ['role'] },
    { type: 'access-revoked', sessionId: null, epoch: tokenEpoch },
  ]);
}

function rejectAsOperator(account: Account) {
  if (account.isDemo) throw new OperatorIsDemo();
  if (!isVerified(account)) throw new OperatorUnverified();
}

export const revokeSession = (account: Account, sessionId: string, now: Date): Changed =>
  changed(account, {}, now, [{ type: 'access-revoked', sessionId, epoch: account.tokenEpoch }]);

export function revokeEverything(account: Account, now: Date): Changed {
  const tokenEpoch = account.tokenEpoch + 1;
  return changed(account, { tokenEpoch }, now, [
    { type: 'access-revoked', sessionId: null, epoch: tokenEpoch },
  ]);
}

/**
 * `null` when the account was seen within the last minute, which limits user-seen events. A time in the
 * future comes from a fast clock and is ignored.
 */
export function noteSeen(account: Account, at: Date, now: Date): Changed | null {
  const seenAt = at < now ? at : now;
  const last = account.lastSeenAt && account.lastSeenAt <= now ? account.lastSeenAt.getTime() : -Infinity;
  if (seenAt.getTime() - last < minuteMs) return null;
  return changed(account, { lastSeenAt: seenAt }, now, [{ type: 'user-seen', seenAt }]);
}

/** Unverified accounts created before this instant are purged. */
export const abandonedBefore = (now: Date): Date => new Date(now.getTime() - unverifiedDays * dayMs);

export const isAbandoned = (account: Account, now: Date): boolean =>
  !isVerified(account) && account.createdAt <= abandonedBefore(now);

export const deleteAccount = (account: Account, now: Date): Changed =>
  changed(account, {}, now, [{ type: 'user-deleted' }]);
