import type { TokenClaims } from '@kumbuka/contracts';

/** Tolerated clock difference for token times. */
export const clockToleranceSeconds = 5;

/** Caller of a request, proved by a valid access token. */
export interface Principal {
  userId: number;
  role: 'learner' | 'admin';
  sessionId: string;
  /** The account's token epoch when the token was issued. */
  epoch: number;
  issuedAt: Date;
  expiresAt: Date;
}

/** User and session of a verified bearer token. */
export type Served = Pick<Principal, 'userId' | 'sessionId'>;

export const principalOf = (claims: TokenClaims): Principal => ({
  userId: Number(claims.sub),
  role: claims.role,
  sessionId: claims.sid,
  epoch: claims.epoch,
  issuedAt: new Date(claims.iat * 1000),
  expiresAt: new Date(claims.exp * 1000),
});

/** Token of an `Authorization: Bearer …` header; `null` without one. */
export function bearerOf(header: string | undefined): string | null {
  const match = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(header ?? '');
  return match?.[1] ?? null;
}
