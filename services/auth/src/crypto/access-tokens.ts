import { access, type TokenClaims } from '@kumbuka/contracts';
import { SignJWT } from 'jose';
import { randomUUID } from 'node:crypto';
import type { Account } from '../domain/account.ts';
import { tokenExpiry, type Access, type Session } from '../domain/session.ts';
import { signingAlgorithm, type Signer } from './key-ring.ts';

interface Deps {
  signer(): Promise<Signer>;
  now(): Date;
}

const seconds = (instant: Date) => Math.floor(instant.getTime() / 1000);

const claimsOf = (account: Account, session: Session, issuedAt: Date): TokenClaims => ({
  sub: String(account.id),
  sid: session.id,
  role: account.role,
  epoch: account.tokenEpoch,
  iat: seconds(issuedAt),
  exp: seconds(tokenExpiry(session, issuedAt)),
});

/** Signs an access token for a session. */
export const grantAccess =
  ({ signer, now }: Deps) =>
  async (account: Account, session: Session): Promise<Access> => {
    const { id: kid, privateKey } = await signer();
    const claims = claimsOf(account, session, now());
    const token = await new SignJWT({ ...claims, jti: randomUUID() })
      .setProtectedHeader({ alg: signingAlgorithm, typ: 'at+jwt', kid })
      .setIssuer(access.issuer)
      .setAudience(access.audience)
      .sign(privateKey);
    return { token, expiresInSeconds: claims.exp - claims.iat };
  };
