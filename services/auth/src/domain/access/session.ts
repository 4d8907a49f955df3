import { access } from '@kumbuka/contracts';
import { deviceOf } from './device.ts';

/** A sign-in; its tokens can be renewed until it ends. */
export interface Session {
  id: string;
  userId: number;
  /** Browser and system, as a person would name them. */
  device: string;
  createdAt: Date;
  /** To the minute. */
  lastSeenAt: Date;
  endsAt: Date;
}

/** That a session was served. */
export interface SeenSession {
  userId: number;
  sessionId: string;
  at: Date;
}

/** Who signs in, as far as the request tells. */
export interface Client {
  ip: string;
  userAgent: string;
}

const hourMs = 3_600_000;

export const openSession = (id: string, userId: number, userAgent: string, now: Date): Session => ({
  id,
  userId,
  device: deviceOf(userAgent),
  createdAt: now,
  lastSeenAt: now,
  endsAt: new Date(now.getTime() + access.sessionDays * 24 * hourMs),
});

export const isOpen = ({ endsAt }: Session, now: Date): boolean => now < endsAt;

/** A token lives 12 hours, but never longer than its session. */
export function tokenExpiry({ endsAt }: Session, now: Date): Date {
  const full = new Date(now.getTime() + access.tokenHours * hourMs);
  return full < endsAt ? full : endsAt;
}

/**
 * Until when a revocation counts: then the last token that it refuses has expired, one that was granted under a clock
 * that was ahead too.
 */
export function revokedUntil(now: Date, grantedUntil: Date | null): Date {
  const last = Math.max(now.getTime() + access.tokenHours * hourMs, grantedUntil?.getTime() ?? 0);
  return new Date(last + access.revocationMarginMinutes * 60_000);
}

/** What the bearer gets. */
export interface Access {
  token: string;
  expiresInSeconds: number;
  /** True when the account has no password: one is to be set by a reset. */
  passwordRequired: boolean;
}

/** What loses its access: one session, or every token of a user with a smaller epoch. */
export type Revocation =
  | { kind: 'session'; sessionId: string; at: Date }
  | { kind: 'epoch'; userId: number; epoch: number; at: Date };
