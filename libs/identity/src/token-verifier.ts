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
  /** Forgets all tokens, because the keys have changed. */
  clear(): void;
}

/** Verifies the signatures and claims of tokens, and caches the results. */
export function createTokenVerifier({ getKey, now }: TokenVerifierOptions): TokenVerifier {
  const verified = new Map<string, Principal>();

  async function claimsOf(token: string) {
    const { payload } = await jwtVerify(token, getKey, {
      algorithms: ['EdDSA', 'Ed25519'],
      typ: 'at+jwt',
      issuer: access.issuer,
      audience: access.audience,
      clockTolerance: clockToleranceSeconds,
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
      const claims = await claimsOf(token).catch((error: unknown) => {
        throw error instanceof Unavailable ? error : new Unauthenticated();
      });
      const principal = principalOf(claims);
      remember(token, principal);
      return principal;
    },
    clear: () => verified.clear(),
  };
}
