import { access } from '@kumbuka/contracts';
import { deviceOf } from './device.ts';

/** Sign-in; its tokens can be refreshed until it ends. */
export interface Session {
  id: string;
  userId: number;
  /** Browser and system, in words for people. */
  device: string;
  createdAt: Date;
  /** Rounded to the minute. */
  lastSeenAt: Date;
  endsAt: Date;
  /** Issue time of its latest token, in seconds; older tokens cannot be renewed after they expired. */
  renewedAt: number;
}

/** Address of a browser at its push service, and the keys that encrypt messages to it. */
export interface PushSubscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** Subscription that a browser made at a time with a public key of this server. */
export interface StoredPush extends PushSubscription {
  publicKey: string;
  at: Date;
}

/** Record that a session was served. */
export interface SeenSession {
  userId: number;
  sessionId: string;
  at: Date;
}

/** Client that signs in, as described by the request. */
export interface Client {
  ip: string;
  userAgent: string;
}

const hourMs = 3_600_000;
/** As in the claims of a token. */
const secondsOf = (instant: Date) => Math.floor(instant.getTime() / 1000);

/** 30 days after the last use, 180 after the sign-in. */
function endOf(createdAt: Date, usedAt: Date): Date {
  const [idle, longest] = [
    usedAt.getTime() + access.idleDays * 24 * hourMs,
    createdAt.getTime() + access.sessionDays * 24 * hourMs,
  ];
  return new Date(Math.min(idle, longest));
}

export const openSession = (id: string, userId: number, userAgent: string, now: Date): Session => ({
  id,
  userId,
  device: deviceOf(userAgent),
  createdAt: now,
  lastSeenAt: now,
  endsAt: endOf(now, now),
  renewedAt: secondsOf(now),
});

/** Session with the next token. */
export const renewSession = (session: Session, now: Date): Session => ({
  ...session,
  endsAt: endOf(session.createdAt, now),
  renewedAt: Math.max(session.renewedAt, secondsOf(now)),
});

export const isOpen = ({ endsAt }: Session, now: Date): boolean => now < endsAt;

/** Expiry of a token: 12 hours, but never after its session ends. */
export function tokenExpiry({ endsAt }: Session, now: Date): Date {
  const full = new Date(now.getTime() + access.tokenHours * hourMs);
  return full < endsAt ? full : endsAt;
}

/**
 * Time until which a revocation is kept: all affected tokens have expired by then, including those granted
 * under a fast clock.
 */
export function revokedUntil(now: Date, grantedUntil: Date | null): Date {
  const last = Math.max(now.getTime() + access.tokenHours * hourMs, grantedUntil?.getTime() ?? 0);
  return new Date(last + access.revocationMarginMinutes * 60_000);
}

/** Result of a sign-in. */
export interface Access {
  token: string;
  expiresInSeconds: number;
  /** Whether the account has no password and needs a reset. */
  passwordRequired: boolean;
}

/** Revoked access: one session, or every token of a user with a smaller epoch. */
export type Revocation =
  | { kind: 'session'; sessionId: string; at: Date }
  | { kind: 'epoch'; userId: number; epoch: number; at: Date };
