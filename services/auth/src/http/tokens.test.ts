import { access, type TokenClaims } from '@kumbuka/contracts';
import { createIdentity, type Identity } from '@kumbuka/identity';
import { eventually } from '@kumbuka/testing/servers';
import { testInternalKey } from '@kumbuka/testing';
import {
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  importJWK,
  importPKCS8,
  SignJWT,
  type JWK,
  type JWTHeaderParameters,
} from 'jose';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSealedBox } from '@kumbuka/service-kit';
import { days, hours, startAuth, type AuthService } from '../testing/auth-suite.ts';

let auth: AuthService;
let url: string;
/** Another process that verifies tokens over HTTP. */
let elsewhere: Identity;

beforeAll(async () => {
  auth = await startAuth();
  const address = auth.running.app.server.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  elsewhere = createIdentity({ authUrl: url, internalKey: testInternalKey, pollMs: 50 });
  await elsewhere.start();
});
afterAll(async () => {
  await elsewhere.stop();
  await auth.stop();
});

const statusOf = async (token: string) => (await auth.get('/user', { token })).status;
const readJwks = async () => (await auth.get('/internal/jwks')).body.keys as JWK[];
const claimsOf = (token: string) => decodeJwt<TokenClaims>(token);

describe('an access token', () => {
  it('has the claims of the contract and the id of a published key', async () => {
    const { id, token } = await auth.signIn();
    const claims = claimsOf(token);
    expect(claims).toMatchObject({
      sub: String(id),
      role: 'learner',
      epoch: 0,
      iss: access.issuer,
      aud: access.audience,
    });
    expect(claims.exp - claims.iat).toBe(12 * 3600);
    const header = decodeProtectedHeader(token);
    expect(header).toMatchObject({ alg: 'EdDSA', typ: 'at+jwt' });
    expect((await readJwks()).map(({ kid }) => kid)).toContain(header.kid);
  });

  it('is accepted by other processes', async () => {
    const { id, token } = await auth.signIn();
    expect(await elsewhere.verify(token)).toMatchObject({ userId: id, role: 'learner', epoch: 0 });
  });

  it('of a deleted account is rejected', async () => {
    const { id, token } = await auth.signIn();
    await auth.database.collection('users').deleteOne({ _id: id as never });
    expect(await statusOf(token)).toBe(401);
  });
});

describe('the published keys', () => {
  it('hold no private part', async () => {
    for (const key of await readJwks()) {
      expect(Object.keys(key).toSorted()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x']);
      expect(key).toMatchObject({ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig' });
    }
  });

  it('are stored with their private half encrypted', async () => {
    const row = await auth.database.collection('signing_keys').findOne({ generation: 1 });
    expect(JSON.stringify(row)).not.toMatch(/PRIVATE KEY|"d":/);
    const box = createSealedBox(['key-secret-for-tests'], 'signing keys');
    expect(box.open(String(row?.['sealedPrivateKey']), String(row?._id))).toContain('PRIVATE KEY');
  });
});

describe('a forged token', () => {
  interface Forgery {
    header?: Partial<JWTHeaderParameters>;
    claims?: Record<string, unknown>;
    issuer?: string;
    audience?: string;
    expires?: string;
  }
  let victim: { id: number; token: string };
  let ourKey: JWK;
  beforeAll(async () => {
    victim = await auth.signIn();
    ourKey = (await readJwks())[0]!;
  });

  type Key = Parameters<SignJWT['sign']>[0];
  const forge = (key: Key, { header, claims, issuer, audience, expires }: Forgery = {}) => {
    const { sub, sid, role, epoch } = claimsOf(victim.token);
    return new SignJWT({ sub, sid, role, epoch, ...claims })
      .setProtectedHeader({
        alg: 'EdDSA',
        typ: 'at+jwt',
        ...(ourKey.kid ? { kid: ourKey.kid } : {}),
        ...header,
      })
      .setIssuedAt()
      .setIssuer(issuer ?? access.issuer)
      .setAudience(audience ?? access.audience)
      .setExpirationTime(expires ?? '12h')
      .sign(key);
  };
  /** Signs with auth's own key, which only auth should be able to do. */
  const signByOurs = async (forgery: Forgery) => {
    const row = await auth.database.collection('signing_keys').findOne({ _id: ourKey.kid as never });
    const box = createSealedBox(['key-secret-for-tests'], 'signing keys');
    return forge(
      await importPKCS8(box.open(String(row?.['sealedPrivateKey']), String(ourKey.kid)), 'EdDSA'),
      forgery,
    );
  };
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

  it('is accepted when our own key signs it, so the other rejections are due to the key', async () => {
    expect(await statusOf(await signByOurs({}))).toBe(200);
  });

  it('without a signature is rejected', async () => {
    const payload = victim.token.split('.')[1];
    for (const alg of ['none', 'None', 'EdDSA'])
      expect(await statusOf(`${encode({ alg, typ: 'at+jwt', kid: ourKey.kid })}.${payload}.`)).toBe(401);
  });

  it('signed by HS256 with our public key as the secret is rejected', async () => {
    const publicKey = (await importJWK(ourKey, 'EdDSA')) as Parameters<typeof exportSPKI>[0];
    const secrets = [await exportSPKI(publicKey), JSON.stringify(ourKey), String(ourKey.x)];
    for (const secret of secrets) {
      const token = await forge(new TextEncoder().encode(secret), { header: { alg: 'HS256' } });
      expect(await statusOf(token)).toBe(401);
    }
  });

  it('with its own key embedded is rejected', async () => {
    const { publicKey, privateKey } = await generateKeyPair('EdDSA', { extractable: true });
    const jwk = { ...(await exportJWK(publicKey)), kid: ourKey.kid, alg: 'EdDSA', use: 'sig' };
    const headers: Partial<JWTHeaderParameters>[] = [
      { jwk: jwk as never },
      { jwk: jwk as never, kid: 'mine' },
      { jku: 'https://evil.example/jwks' },
    ];
    for (const header of headers) expect(await statusOf(await forge(privateKey, { header }))).toBe(401);
  });

  it('by another key under our key id is rejected', async () => {
    const { privateKey } = await generateKeyPair('EdDSA');
    expect(await statusOf(await forge(privateKey))).toBe(401);
  });

  it.each<[string, Forgery]>([
    ['for another audience', { audience: 'another-product' }],
    ['of another issuer', { issuer: 'another-issuer' }],
    ['of another type', { header: { typ: 'JWT' } }],
    ['of a refresh token type', { header: { typ: 'rt+jwt' } }],
    ['with an unknown key id', { header: { kid: randomUUID() } }],
    ['that has expired', { expires: '-1h' }],
    ['with an unknown role', { claims: { role: 'root' } }],
    ['without a session', { claims: { sid: undefined } }],
    ['for user 0', { claims: { sub: '0' } }],
    ['for a user by words', { claims: { sub: '1 or 1=1' } }],
  ])('%s is rejected', async (_what, forgery) => {
    const token = await signByOurs(forgery);
    expect(await statusOf(token)).toBe(401);
    await expect(elsewhere.verify(token)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('with a changed payload is rejected', async () => {
    const [header, , signature] = victim.token.split('.');
    const payload = encode({ ...claimsOf(victim.token), role: 'admin' });
    expect(await statusOf(`${header}.${payload}.${signature}`)).toBe(401);
  });

  it.each(['', 'x', 'a.b.c', 'Bearer', 'null'])('that reads "%s" is rejected', async (token) => {
    expect(await statusOf(token)).toBe(401);
  });
});

describe('POST /logout', () => {
  it('revokes this token at once here and within 5 s everywhere, and no other', async () => {
    const { id, email, password, token } = await auth.signIn();
    const other = (await auth.post('/login', { email, password })).body.access_token;
    await elsewhere.verify(token);
    const response = await auth.post('/logout', undefined, { token });
    expect([response.status, response.text]).toEqual([204, '']);
    expect(await statusOf(token)).toBe(401);
    expect(await statusOf(other)).toBe(200);
    await eventually(
      () => expect(elsewhere.verify(token)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' }),
      5_000,
    );
    expect(await auth.eventsOf(id)).toEqual([
      'auth.user-registered',
      'auth.user-verified',
      'auth.access-revoked',
    ]);
  });

  it('needs a token', async () => {
    expect((await auth.post('/logout')).status).toBe(401);
  });

  it('twice is rejected the second time and publishes nothing more', async () => {
    const { id, token } = await auth.signIn();
    const responses = await Promise.all([
      auth.post('/logout', undefined, { token }),
      auth.post('/logout', undefined, { token }),
    ]);
    expect(responses.map(({ status }) => status)).toContain(204);
    expect((await auth.post('/logout', undefined, { token })).status).toBe(401);
    expect((await auth.eventsOf(id)).filter((type) => type === 'auth.access-revoked')).toHaveLength(1);
  });
});

describe('POST /auth/logout-all', () => {
  it('revokes every token of the account, and later ones are valid', async () => {
    const { email, password, token } = await auth.signIn();
    const logIn = async () => String((await auth.post('/login', { email, password })).body.access_token);
    const second = await logIn();
    expect((await auth.post('/auth/logout-all', undefined, { token: second })).status).toBe(204);
    expect([await statusOf(token), await statusOf(second)]).toEqual([401, 401]);
    await eventually(
      () => expect(elsewhere.verify(token)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' }),
      5_000,
    );
    const fresh = await logIn();
    expect(await statusOf(fresh)).toBe(200);
    expect(claimsOf(fresh).epoch).toBe(1);
  });

  it('of several accounts in parallel loses none', async () => {
    const people = [];
    for (let index = 0; index < 6; index++) people.push(await auth.signIn());
    const responses = await Promise.all(
      people.map(({ token }) => auth.post('/auth/logout-all', undefined, { token })),
    );
    expect(responses.map(({ status }) => status)).toEqual(people.map(() => 204));
    expect(await Promise.all(people.map(({ token }) => statusOf(token)))).toEqual(people.map(() => 401));
  });
});

describe('POST /auth/refresh', () => {
  it('returns a new token of 12 hours for the session of a valid one', async () => {
    const { token } = await auth.signIn();
    const { status, body } = await auth.post('/auth/refresh', undefined, { token });
    expect(status).toBe(200);
    expect(body).toMatchObject({ token: body.access_token, token_type: 'Bearer', expires_in: 12 * 3600 });
    expect(body.token).not.toBe(token);
    expect(claimsOf(body.token).sid).toBe(claimsOf(token).sid);
  });

  it('returns no token that outlives the session, and none after its end', async () => {
    const { token } = await auth.signIn();
    const sessions = auth.database.collection('sessions');
    const _id = claimsOf(token).sid as never;
    const endsIn = (ms: number) =>
      sessions.updateOne({ _id }, { $set: { endsAt: new Date(Date.now() + ms) } });
    const session = await sessions.findOne({ _id });
    expect(Number(session?.['endsAt']) - Number(session?.['createdAt'])).toBe(days(30));
    const createdAt = new Date(Date.now() - days(180) + hours(2));
    await sessions.updateOne({ _id }, { $set: { createdAt } });
    await endsIn(hours(1));
    const last = await auth.post('/auth/refresh', undefined, { token });
    expect(last.body.expires_in).toBeGreaterThan(2 * 3600 - 60);
    expect(last.body.expires_in).toBeLessThanOrEqual(2 * 3600);
    await endsIn(-1000);
    expect((await auth.post('/auth/refresh', undefined, { token })).status).toBe(401);
  });

  it('is rejected after logout of the session', async () => {
    const { email, password, token } = await auth.signIn();
    const refreshed = (await auth.post('/auth/refresh', undefined, { token })).body.token;
    await auth.post('/logout', undefined, { token });
    expect((await auth.post('/auth/refresh', undefined, { token: refreshed })).status).toBe(401);
    expect((await auth.post('/login', { email, password })).status).toBe(200);
  });

  it('needs a token', async () => {
    expect((await auth.post('/auth/refresh')).status).toBe(401);
  });
});
