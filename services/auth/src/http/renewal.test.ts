import { decodeJwt } from 'jose';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { days, fromIp, hours, startAuth, type AuthService } from '../testing/auth-suite.ts';

let auth: AuthService;
/** An auth of its own for each test, because they move the clock. */
beforeEach(async () => {
  auth = await startAuth();
  onTestFinished(() => auth.stop());
});

const refresh = (token: string) => auth.post('/auth/refresh', undefined, { token });
const renewed = async (token: string) => {
  const { status, body } = await refresh(token);
  expect(status).toBe(200);
  return String(body.access_token);
};
const rejected = { status: 401, body: { code: 'UNAUTHENTICATED' } };
const sessionOf = (token: string) =>
  auth.database.collection<{ _id: string }>('sessions').findOne({ _id: String(decodeJwt(token)['sid']) });

describe('an expired token', () => {
  it('is renewed for 30 days and opens nothing else', async () => {
    const { token, id } = await auth.signIn();
    auth.clock.pass(days(29));
    expect(await auth.get('/user', { token })).toMatchObject(rejected);
    const fresh = await renewed(token);
    expect((await auth.get('/user', { token: fresh })).body).toMatchObject({ id });
  });

  it('is renewed by GraphQL without being signed in', async () => {
    const { token } = await auth.signIn();
    auth.clock.pass(days(2));
    const renew = 'mutation ($input: RenewAccessInput!) { renewAccess(input: $input) { accessToken } }';
    /** Revocations are read again after a change of the clock. */
    await auth.get('/user', { token });
    const { data } = await auth.graphql(renew, { input: { token } });
    expect((await auth.get('/user', { token: data.renewAccess.accessToken })).status).toBe(200);
    expect((await auth.graphql(renew, { input: { token } })).code).toBe('UNAUTHENTICATED');
    expect((await auth.graphql(renew, { input: { token: 'a.b.c' } })).code).toBe('UNAUTHENTICATED');
  });

  it('is rejected after 30 days without use', async () => {
    const { token } = await auth.signIn();
    auth.clock.pass(days(30) + hours(1));
    expect(await refresh(token)).toMatchObject(rejected);
  });

  it('is rejected 180 days after the sign-in, however often it was used', async () => {
    let { token } = await auth.signIn();
    for (let day = 0; day < 175; day += 25) {
      auth.clock.pass(days(25));
      token = await renewed(token);
    }
    auth.clock.pass(days(4));
    token = await renewed(token);
    auth.clock.pass(days(2));
    expect(await refresh(token)).toMatchObject(rejected);
  });

  it('is renewed once, for one of two tabs at the same moment', async () => {
    const { token } = await auth.signIn();
    auth.clock.pass(days(1));
    const statuses = (await Promise.all([1, 2, 3, 4].map(() => refresh(token)))).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 401, 401, 401]);
  });

  it('that was stolen is rejected after its owner has another one', async () => {
    const { token: stolen } = await auth.signIn();
    auth.clock.pass(hours(7));
    const own = await renewed(stolen);
    auth.clock.pass(days(1));
    expect(await refresh(stolen)).toMatchObject(rejected);
    expect((await refresh(own)).status).toBe(200);
    expect(await refresh(own)).toMatchObject(rejected);
  });

  it('of a device that was signed out is rejected', async () => {
    const { token } = await auth.signIn();
    await auth.post('/logout', undefined, { token });
    auth.clock.pass(days(1));
    expect(await refresh(token)).toMatchObject(rejected);
  });

  it('is rejected after a sign-out everywhere, a new password and a deletion', async () => {
    const everywhere = await auth.signIn();
    await auth.post('/auth/logout-all', undefined, { token: everywhere.token });
    const changed = await auth.signIn({}, fromIp('10.1.1.1'));
    const reset = await auth.requestPasswordReset(changed.email);
    await auth.post('/reset-password', {
      email: changed.email,
      ...reset,
      new_password: 'nywila mpya kabisa',
    });
    const gone = await auth.signIn({}, fromIp('10.1.1.2'));
    const step = { deletionId: randomUUID(), userIds: [gone.id], dryRun: false };
    expect((await auth.post('/internal/users/deletion', step)).status).toBe(200);
    auth.clock.pass(days(1));
    for (const { token } of [everywhere, changed, gone]) expect(await refresh(token)).toMatchObject(rejected);
  });

  it('is renewed after the key that signed it was replaced', async () => {
    const rotating = await startAuth({ env: { KEY_ROTATION_DAYS: '1' }, overrides: { jobsEveryMs: 100 } });
    onTestFinished(() => rotating.stop());
    const { token } = await rotating.signIn();
    const keys = () => rotating.database.collection('signing_keys').countDocuments();
    rotating.clock.pass(days(2));
    await expect.poll(keys).toBeGreaterThan(1);
    rotating.clock.pass(days(20));
    expect((await rotating.post('/auth/refresh', undefined, { token })).status).toBe(200);
  });

  it('of a clock that went ahead and back is renewed once', async () => {
    const { token } = await auth.signIn();
    auth.clock.pass(days(20));
    const fresh = await renewed(token);
    auth.clock.pass(-days(19));
    expect(await refresh(token)).toMatchObject(rejected);
    expect((await refresh(fresh)).status).toBe(200);
  });

  it('shows its last use in the list of devices', async () => {
    const { token, id } = await auth.signIn();
    auth.clock.pass(days(3));
    const fresh = await renewed(token);
    const seen = [
      { userId: id, sessionId: (await sessionOf(fresh))?._id, at: auth.clock.now().toISOString() },
    ];
    await auth.post('/internal/presence', { seen });
    const { data } = await auth.graphql('{ viewer { sessions { lastSeenAt } } }', {}, { token: fresh });
    const [{ lastSeenAt }] = data.viewer.sessions;
    expect(auth.clock.now().getTime() - Date.parse(lastSeenAt)).toBeLessThan(hours(1));
  });
});
