import { access, type TokenClaims } from '@kumbuka/contracts';
import type { Identity } from '@kumbuka/identity';
import { SignJWT } from 'jose';
import { randomUUID } from 'node:crypto';
import { tokenExpiry, type Access, type Session } from '../../domain/access/session.ts';
import type { Account } from '../../domain/account/account.ts';
import type { AccessTokens, RevocationStore } from '../../use-cases/ports.ts';
import { signingAlgorithm, type KeyRing } from './key-ring.ts';

const seconds = (instant: Date) => Math.floor(instant.getTime() / 1000);

const claimsOf = (account: Account, session: Session, issuedAt: Date): TokenClaims => ({
  sub: String(account.id),
  sid: session.id,
  role: account.role,
  epoch: account.tokenEpoch,
  iat: seconds(issuedAt),
  exp: seconds(tokenExpiry(session, issuedAt)),
});

const aheadMs = 3_600_000;

/**
 * Records the latest token expiry before such a token exists; an hour ahead, so that few tokens need a write.
 */
function noteAhead(note: (until: Date) => Promise<void>) {
  let noted = -Infinity;
  return async (expiresAt: number) => {
    if (expiresAt <= noted) return;
    await note(new Date(expiresAt + aheadMs));
    noted = Math.max(noted, expiresAt + aheadMs);
  };
}

interface Signing extends Pick<KeyRing, 'signer'> {
  /** Called before a token with this expiry is signed. */
  noteGrant(expiresAt: number): Promise<void>;
  now(): Date;
}

/** Signs an access token for a session. */
const signAccess =
  ({ signer, noteGrant, now }: Signing) =>
  async (account: Account, session: Session): Promise<Access> => {
    const { id: kid, privateKey } = await signer();
    const claims = claimsOf(account, session, now());
    await noteGrant(claims.exp * 1000);
    const token = await new SignJWT({ ...claims, jti: randomUUID() })
      .setProtectedHeader({ alg: signingAlgorithm, typ: 'at+jwt', kid })
      .setIssuer(access.issuer)
      .setAudience(access.audience)
      .sign(privateKey);
    const expiresInSeconds = claims.exp - claims.iat;
    return { token, expiresInSeconds, passwordRequired: account.passwordHash === null };
  };

export interface AccessTokenOptions extends Pick<KeyRing, 'signer'>, Pick<RevocationStore, 'noteGrants'> {
  /** Verifies the tokens of requests to this process. */
  identity: Pick<Identity, 'refresh' | 'verifyExpired'>;
  now(): Date;
}

/** Grants tokens, and applies revocations to those that this process verifies. */
export const createAccessTokens = ({
  signer,
  noteGrants,
  identity,
  now,
}: AccessTokenOptions): AccessTokens => ({
  grant: signAccess({ signer, noteGrant: noteAhead(noteGrants), now }),
  readExpired: identity.verifyExpired,
  /** Refreshes twice, because a read in progress may have begun before the commit. */
  learnRevocations: () =>
    identity
      .refresh()
      .then(identity.refresh)
      .catch(() => undefined),
});
