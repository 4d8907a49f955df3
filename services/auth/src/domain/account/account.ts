import { OperatorIsDemo, OperatorUnverified } from '../errors.ts';
import type { DomainEvent, AccountEvent } from '../events.ts';

export type Role = 'learner' | 'admin';

/** The batch that an operator made, and when its accounts go; null when they stay. */
export interface DemoOrigin {
  batchId: string;
  expiresAt: Date | null;
}

/** A person with an account. Keys are what e-mails and names are compared by. */
export interface Account {
  id: number;
  /** As it was written. */
  email: string;
  emailKey: string;
  username: string;
  usernameKey: string;
  /** PHC string; null after the owner of the e-mail took the account over, until a reset. */
  passwordHash: string | null;
  emailVerifiedAt: Date | null;
  /** Keyed hash of the ip that signed up; null once the e-mail is verified. */
  signedUpFrom: string | null;
  isDemo: boolean;
  /** Of a demo account. */
  demo: DemoOrigin | null;
  role: Role;
  language: 'en';
  /** Tokens with a smaller epoch are refused. */
  tokenEpoch: number;
  createdAt: Date;
  lastSeenAt: Date | null;
  /** Raised by one with every event. */
  version: number;
}

/** An account after a decision, and what happened to it. */
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
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const unverifiedDays = 7;

/** E-mails compare trimmed and case-folded; mail always goes to the one of the account, never to the typed one. */
export const emailKeyOf = (email: string): string => email.trim().normalize('NFC').toLowerCase();

/** Compatibility forms count as the same name: full-width letters do not make a second one. */
export const usernameKeyOf = (username: string): string => username.trim().normalize('NFKC').toLowerCase();

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

const freshAccount = (
  given: Pick<NewAccount, 'id' | 'email' | 'username' | 'passwordHash'>,
  now: Date,
): Account => ({
  ...given,
  emailKey: emailKeyOf(given.email),
  usernameKey: usernameKeyOf(given.username),
  emailVerifiedAt: null,
  signedUpFrom: null,
  isDemo: false,
  demo: null,
  role: 'learner',
  language: 'en',
  tokenEpoch: 0,
  createdAt: now,
  lastSeenAt: null,
  version: 0,
});

export function registerAccount({ signedUpFrom, ...given }: NewAccount, now: Date): Changed {
  const account = { ...freshAccount(given, now), signedUpFrom };
  return changed(account, {}, now, [{ type: 'user-registered', isDemo: false }]);
}

/** Nobody has to prove its e-mail: an operator made it. */
export function registerDemoAccount(
  { demo, ...given }: Omit<NewAccount, 'signedUpFrom'> & { demo: DemoOrigin },
  now: Date,
): Changed {
  const account = { ...freshAccount(given, now), isDemo: true, demo, emailVerifiedAt: now };
  return changed(account, {}, now, [{ type: 'user-registered', isDemo: true }, { type: 'user-verified' }]);
}

const verification = (account: Account): AccountEvent[] =>
  isVerified(account) ? [] : [{ type: 'user-verified' }];

const verified = (account: Account, now: Date) => ({
  emailVerifiedAt: account.emailVerifiedAt ?? now,
  signedUpFrom: null,
});

/** True until the e-mail is verified, for the ip that signed up. */
export const isFrom = ({ signedUpFrom }: Account, ipMac: string): boolean => signedUpFrom === ipMac;

export const verifyEmail = (account: Account, now: Date): Changed =>
  isVerified(account)
    ? changed(account, {}, now, [])
    : changed(account, verified(account, now), now, [{ type: 'user-verified' }]);

/**
 * The e-mail is proved by somebody who may not be who signed up: the password that was set before goes, and whatever
 * access there was. A verified account is its owner's already.
 */
export function claimAccount(account: Account, now: Date): Changed {
  if (isVerified(account)) return changed(account, {}, now, []);
  const tokenEpoch = account.tokenEpoch + 1;
  return changed(account, { ...verified(account, now), passwordHash: null, tokenEpoch }, now, [
    { type: 'user-verified' },
    { type: 'access-revoked', sessionId: null, epoch: tokenEpoch },
  ]);
}

/** Whoever may replace it has proved the e-mail, now or before; no older token survives it. */
export function replacePassword(account: Account, passwordHash: string, now: Date): Changed {
  const tokenEpoch = account.tokenEpoch + 1;
  return changed(account, { ...verified(account, now), passwordHash, tokenEpoch }, now, [
    { type: 'password-reset' },
    ...verification(account),
    { type: 'access-revoked', sessionId: null, epoch: tokenEpoch },
  ]);
}

/** About to go: no older token survives it, and no password opens it. Null when it is closed. */
export function closeAccount(account: Account, now: Date): Changed | null {
  if (account.passwordHash === null) return null;
  const tokenEpoch = account.tokenEpoch + 1;
  return changed(account, { passwordHash: null, tokenEpoch }, now, [
    { type: 'access-revoked', sessionId: null, epoch: tokenEpoch },
  ]);
}

/** Null when it is the name that the account has. */
export function renameAccount(account: Account, username: string, now: Date): Changed | null {
  if (username === account.username) return null;
  const fields = { username, usernameKey: usernameKeyOf(username) };
  return changed(account, fields, now, [{ type: 'user-changed', fields: ['username'] }]);
}

/** The new e-mail was proved by its code; no older token survives it. */
export function moveAccount(account: Account, email: string, now: Date): Changed {
  const tokenEpoch = account.tokenEpoch + 1;
  const fields = { ...verified(account, now), email, emailKey: emailKeyOf(email), tokenEpoch };
  return changed(account, fields, now, [
    { type: 'user-changed', fields: ['email'] },
    { type: 'access-revoked', sessionId: null, epoch: tokenEpoch },
  ]);
}

/** Null when it is the role that the account has. Tokens name the role, so those of before are worth nothing. */
export function grantRole(account: Account, role: Role, now: Date): Changed | null {
  if (role === account.role) return null;
  if (role === 'admin') refuseAsOperator(account);
  const tokenEpoch = account.tokenEpoch + 1;
  return changed(account, { role, tokenEpoch }, now, [
    { type: 'user-changed', fields: ['role'] },
    { type: 'access-revoked', sessionId: null, epoch: tokenEpoch },
  ]);
}

function refuseAsOperator(account: Account) {
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
 * Null when the account was seen within the last minute: one user-seen a minute is enough. A last time that is still
 * to come was written by a clock that was ahead, and does not count.
 */
export function noteSeen(account: Account, at: Date, now: Date): Changed | null {
  const seenAt = at < now ? at : now;
  const last = account.lastSeenAt && account.lastSeenAt <= now ? account.lastSeenAt.getTime() : -Infinity;
  if (seenAt.getTime() - last < minuteMs) return null;
  return changed(account, { lastSeenAt: seenAt }, now, [{ type: 'user-seen', seenAt }]);
}

/** Accounts made before this instant and still unverified go. */
export const abandonedBefore = (now: Date): Date => new Date(now.getTime() - unverifiedDays * dayMs);

export const isAbandoned = (account: Account, now: Date): boolean =>
  !isVerified(account) && account.createdAt <= abandonedBefore(now);

export const deleteAccount = (account: Account, now: Date): Changed =>
  changed(account, {}, now, [{ type: 'user-deleted' }]);
