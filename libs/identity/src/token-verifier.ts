import { access, tokenClaims, Unauthenticated, Unavailable } from '@kumbuka/contracts';
import { jwtVerify, type JWTVerifyGetKey } from 'jose';
import { clockToleranceSeconds, principalOf, type Principal } from './principal.ts';

/** Limit of cached tokens. Verifying a signature is the most expensive part of a request's authentication. */
const maxTokens = 5_000;

interface TokenVerifierOptions {
  getKey: JWTVerifyGetKey;
  /** Wall clock. */
  now(): Date;
}

interface TokenVerifier {
  /**
   * Principal of a token with a valid signature and valid claims. The result may be cached, so the caller must check the
   * expiry. Throws `Unauthenticated`, or `Unavailable` when the key cannot be read.
   */
  verify(token: string): Promise<Principal>;
  /**
   * The same for a token that may have expired as long ago as a session lives without use. Not cached: only a renewal accepts
   * such a token.
   */
  verifyExpired(token: string): Promise<Principal>;
  /** Forgets all tokens, because the keys have changed. */
  clear(): void;
}

const idleSeconds = access.idleDays * 24 * 3600;

function reject(error: unknown): never {
  throw error instanceof Unavailable ? error : new Unauthenticated();
}

/** Verifies the signatures and claims of tokens, and caches the results. */
export function createTokenVerifier({ getKey, now }: TokenVerifierOptions): TokenVerifier {
  const verified = new Map<string, Principal>();

  async function claimsOf(token: string, clockTolerance = clockToleranceSeconds) {
    const { payload } = await jwtVerify(token, getKey, {
      algorithms: ['EdDSA', 'Ed25519'],
      typ: 'at+jwt',
      issuer: access.issuer,
      audience: access.audience,
      clockTolerance,
      currentDate: now(),
      requiredClaims: ['sub', 'sid', 'exp', 'iat', 'epoch', 'role'],
    });
    return tokenClaims.parse(payload);
  }

  function remember(token: string, principal: Principal) {
    const [oldest] = verified.keys();
    if (verified.size >= maxTokens && oldest !== undefined) verified.delete(oldest);
    verified.set(token, principal);
  }

  return {
    async verify(token) {
      const cached = verified.get(token);
      if (cached) return cached;
      const principal = principalOf(await claimsOf(token).catch(reject));
      remember(token, principal);
      return principal;
    },
    async verifyExpired(token) {
      return principalOf(await claimsOf(token, idleSeconds + clockToleranceSeconds).catch(reject));
    },
    clear: () => verified.clear(),
  };
}
