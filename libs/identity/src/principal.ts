import type { TokenClaims } from '@kumbuka/contracts';

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

/** Whose session was served, of a bearer that was verified. */
export type Served = Pick<Principal, 'userId' | 'sessionId'>;

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
