import type { Actor } from '../audit/audit.ts';
import type { RunState } from '../deletion/deletion.ts';

/** Request of an operator. */
export interface DemoRequest {
  count: number;
  prefix: string;
  emailDomain: string;
  expiresInDays: number | null;
  /** Common password; random ones when absent. */
  password: string | null;
  starterDecks: number;
  studyHistory: boolean;
}

/** Batch of demo users. Passwords derive from an encrypted secret, which is deleted some minutes after the end. */
export interface DemoBatch extends Omit<DemoRequest, 'password' | 'expiresInDays'> {
  id: string;
  by: Actor;
  state: RunState;
  createdAt: Date;
  completedAt: Date | null;
  expiresAt: Date | null;
  made: number;
  furnished: number;
  /** Hash of the operator and the Idempotency-Key; `null` without one. */
  key: string | null;
  /** Keyed hash of the request body with that key. */
  bodyMac: string;
  sealed: string | null;
}

/** Demo user of a batch, with or without an account. */
export interface DemoUser {
  index: number;
  username: string;
  email: string;
  userId: number | null;
  isFurnished: boolean;
}

const shortestName = 3;
const dayMs = 86_400_000;

/** Joins prefix and number. After a short prefix the number has two digits, because names have at least three characters. */
const usernameOf = (prefix: string, number: number): string =>
  `${prefix}${String(number).padStart(shortestName - prefix.length, '0')}`;

export const demoUserOf = (
  { prefix, emailDomain }: Pick<DemoBatch, 'prefix' | 'emailDomain'>,
  index: number,
  number: number,
): DemoUser => {
  const username = usernameOf(prefix, number);
  return { index, username, email: `${username}@${emailDomain}`, userId: null, isFurnished: false };
};

export const expiryOf = (days: number | null, now: Date): Date | null =>
  days === null ? null : new Date(now.getTime() + days * dayMs);

/** Apparent age of the decks, so that learners can have studied for weeks. */
const deckAgeDays = 28;
export const deckDateOf = ({ createdAt }: DemoBatch): Date =>
  new Date(createdAt.getTime() - deckAgeDays * dayMs);

/** Minutes for which a finished batch returns its passwords. */
export const reportMinutes = 15;
