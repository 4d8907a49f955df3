import { ConfigurationInvalid } from '@kumbuka/runtime';
import { createIdentity } from '@kumbuka/identity';
import { eventually } from '@kumbuka/testing/servers';
import { testInternalKey } from '@kumbuka/testing';
import { decodeJwt, decodeProtectedHeader, type JWK } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { loadConfig } from '../config.ts';
import { createSigningKeyStore } from '../store/signing-key-store.ts';
import {
  anotherKeySecret,
  days,
  hours,
  minutes,
  startAuth,
  type AuthService,
} from '../testing/auth-suite.ts';

let auth: AuthService;
beforeAll(async () => {
  auth = await startAuth({ overrides: { jobsEveryMs: 100 } });
});
afterAll(() => auth.stop());

const statusOf = async (token: string) => (await auth.get('/user', { token })).status;
const kidOf = (token: string) => decodeProtectedHeader(token).kid;
const addressOf = ({ running }: AuthService) => running.app.listeningOrigin;
const jwks = async () => (await auth.get('/internal/jwks')).body.keys as JWK[];

describe('an access token', () => {
  it('expires after twelve hours, while a refreshed one is still valid', async () => {
    const { token } = await auth.signIn();
    auth.clock.pass(hours(12) - minutes(1));
    const refreshed = (await auth.post('/auth/refresh', undefined, { token })).body.token;
    auth.clock.pass(minutes(2));
    expect(await statusOf(token)).toBe(401);
    expect((await auth.post('/auth/refresh', undefined, { token })).status).toBe(401);
    expect(await statusOf(refreshed)).toBe(200);
  });
});

describe('a revoked token', () => {
  it('stays revoked when the clock goes 14 hours ahead and back and every process restarts', async () => {
    const { token } = await auth.signIn();
    await auth.post('/logout', undefined, { token });
    auth.clock.pass(hours(14));
    await auth.signIn();
    const indexes = await auth.database.collection('revocations').indexes();
    expect(indexes.filter(({ expireAfterSeconds }) => expireAfterSeconds !== undefined)).toEqual([]);

    const restarted = createIdentity({ authUrl: addressOf(auth), internalKey: testInternalKey });
    await restarted.start();
    await expect(restarted.verify(token)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await restarted.stop();
  });
});

describe('a session', () => {
  const sessions = () => auth.database.collection('sessions');
  const sidOf = (token: string) => String(decodeJwt(token)['sid']);

  it('is not ended by a MongoDB whose clock is 14 hours ahead', async () => {
    const { token } = await auth.signIn();
    await sessions().updateOne(
      { _id: sidOf(token) as never },
      { $set: { endsAt: new Date(auth.clock.now().getTime() + hours(1)) } },
    );
    const { expireAfterSeconds: slack = 0 } =
      (await sessions().indexes()).find(({ name }) => name === 'endsAt_1') ?? {};
    expect(slack * 1000).toBeGreaterThan(hours(14));
    expect((await auth.post('/auth/refresh', undefined, { token })).status).toBe(200);
  });

  it('ends by the clock of auth alone: its row outlives it, and it is open again when the clock is set back', async () => {
    const { token } = await auth.signIn();
    const endsAt = new Date(auth.clock.now().getTime() + hours(1));
    await sessions().updateOne({ _id: sidOf(token) as never }, { $set: { endsAt } });
    const refresh = async () => (await auth.post('/auth/refresh', undefined, { token })).status;
    auth.clock.pass(hours(2));
    expect(await refresh()).toBe(401);
    expect(await sessions().countDocuments({ _id: sidOf(token) as never })).toBe(1);
    auth.clock.pass(-hours(2));
    expect(await refresh()).toBe(200);
  });
});

describe('the rotation of keys', () => {
  it('overlaps: old tokens stay valid, new ones have the new key, and the old key is deleted once none of its tokens can be renewed', async () => {
    const { email, password, token } = await auth.signIn();
    const logIn = async () => String((await auth.post('/login', { email, password })).body.access_token);

    auth.clock.pass(days(30));
    await eventually(async () => expect(await jwks()).toHaveLength(2));
    const between = await logIn();
    expect(kidOf(between)).toBe(kidOf(token));

    auth.clock.pass(minutes(21));
    const after = await logIn();
    expect(kidOf(after)).not.toBe(kidOf(token));
    expect([await statusOf(between), await statusOf(after)]).toEqual([200, 200]);

    auth.clock.pass(hours(13));
    expect((await jwks()).map(({ kid }) => kid)).toContain(kidOf(token));
    auth.clock.pass(days(30));
    await eventually(async () => expect((await jwks()).map(({ kid }) => kid)).not.toContain(kidOf(token)));
    const keys = auth.database.collection<{ _id: string }>('signing_keys');
    await eventually(async () => expect(await keys.countDocuments({ _id: String(kidOf(token)) })).toBe(0));
  });

  it('deletes the revocations that only concern tokens of the old key, and no others', async () => {
    const rows = auth.database.collection('revocations');
    const revoke = async () => {
      const { token } = await auth.signIn();
      await auth.post('/logout', undefined, { token });
    };
    await revoke();
    const [newest] = await jwks();
    auth.clock.pass(days(31));
    await eventually(async () => expect((await jwks())[0]?.kid).not.toBe(newest?.kid));
    const before = await rows.countDocuments();
    await revoke();
    expect(before).toBeGreaterThan(0);
    auth.clock.pass(minutes(21) + hours(13) + days(30));
    await eventually(async () => expect(await rows.countDocuments()).toBe(1));
  });

  it('makes one key when several processes rotate at once', async () => {
    const keys = createSigningKeyStore(auth.database);
    const present = await keys.readAll();
    await keys.insert({ ...present[0]!, id: 'of-another-process' });
    expect((await keys.readAll()).map(({ id }) => id)).toEqual(present.map(({ id }) => id));
  });
});

it('another KEY_SECRET than the stored keys were sealed with keeps the service from starting, with an error that says why', async () => {
  const second = await createApp(loadConfig(anotherKeySecret(auth)), { now: auth.clock.now });
  const rejection = await second.start().catch((error: unknown) => error);
  expect(rejection).toBeInstanceOf(ConfigurationInvalid);
  expect(String(rejection)).toMatch(/does not open with the configured secret/);
});
