import type { TokenClaims } from '@kumbuka/contracts';
import { decodeJwt } from 'jose';

/** By so much clocks may differ when a token's time is judged. */
export const clockToleranceSeconds = 5;

/** Who is asking, as proved by a valid access token. */
export interface Principal {
  userId: number;
  role: 'learner' | 'admin';
  sessionId: string;
  /** The account's token epoch when the token was issued. */
  epoch: number;
  expiresAt: Date;
}

export const principalOf = (claims: TokenClaims): Principal => ({
  userId: Number(claims.sub),
  role: claims.role,
  sessionId: claims.sid,
  epoch: claims.epoch,
  expiresAt: new Date(claims.exp * 1000),
});

/** The token of an `Authorization: Bearer …` header; null when there is none. */
export function bearerOf(header: string | undefined): string | null {
  const match = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(header ?? '');
  return match?.[1] ?? null;
}

/** Whose token it is by its own words, unproved: only for tokens that another process has just accepted. */
export function claimedPrincipal(header: string | undefined): Pick<Principal, 'userId' | 'sessionId'> | null {
  const token = bearerOf(header);
  if (!token) return null;
  try {
    const { sub, sid } = decodeJwt<{ sid?: unknown }>(token);
    const userId = Number(sub);
    const isPlausible = Number.isSafeInteger(userId) && userId > 0 && typeof sid === 'string';
    return isPlausible ? { userId, sessionId: sid } : null;
  } catch {
    return null;
  }
}
