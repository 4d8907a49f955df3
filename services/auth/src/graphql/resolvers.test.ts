import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAuth, type AuthService } from '../testing/auth-suite.ts';

let auth: AuthService;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

const viewer = `{ viewer { id email username emailVerified isDemo role createdAt lastSeenAt } }`;
const signUp = `mutation ($input: SignUpInput!) { signUp(input: $input) { id email username emailVerified } }`;
const logIn = `mutation ($input: LogInInput!) {
  logIn(input: $input) { accessToken expiresInSeconds verificationRequired }
}`;
const requestCode = `mutation ($input: CodeRequestInput!) {
  requestVerificationCode(input: $input) { status otpId devCode }
}`;
const verifyCode = `mutation ($input: VerifyCodeInput!) {
  verifyCode(input: $input) { accessToken expiresInSeconds }
}`;
const requestReset = `mutation ($input: CodeRequestInput!) {
  requestPasswordReset(input: $input) { status otpId devCode }
}`;
const resetPassword = `mutation ($input: ResetPasswordInput!) {
  resetPassword(input: $input) { accessToken expiresInSeconds }
}`;
const users = `query ($ids: [_Any!]!) { _entities(representations: $ids) { ... on User { id email } } }`;

const query = (document: string, input: object, token?: string) =>
  auth.graphql(document, { input }, token === undefined ? {} : { token });

describe('the viewer', () => {
  it('is the account of the token', async () => {
    const { id, email, username, token } = await auth.signIn();
    const { data } = await auth.graphql(viewer, {}, { token });
    expect(data.viewer).toEqual({
      id: String(id),
      email,
      username,
      emailVerified: true,
      isDemo: false,
      role: 'LEARNER',
      createdAt: expect.stringMatching(/Z$/),
      lastSeenAt: null,
    });
  });

  it('is rejected without a token, with a bad one, and after the account was deleted', async () => {
    expect((await auth.graphql(viewer)).code).toBe('UNAUTHENTICATED');
    expect((await auth.graphql(viewer, {}, { token: 'a.b.c' })).code).toBe('UNAUTHENTICATED');
    const { id, token } = await auth.signIn();
    await auth.database.collection('users').deleteOne({ _id: id as never });
    expect((await auth.graphql(viewer, {}, { token })).code).toBe('UNAUTHENTICATED');
  });
});

describe('a sign-up over GraphQL', () => {
  const once = (key: string) => ({ headers: { 'idempotency-key': key } });

  it('that is repeated with its Idempotency-Key creates one account and returns the same response', async () => {
    const input = auth.aUser();
    const first = await auth.graphql(signUp, { input }, once(`key-${input.username}`));
    const second = await auth.graphql(signUp, { input }, once(`key-${input.username}`));
    expect(first.data.signUp).toMatchObject({ email: input.email, emailVerified: false });
    expect(second).toEqual(first);
  });

  it('is rejected with the key of another one', async () => {
    const [input, other] = [auth.aUser(), auth.aUser()];
    await auth.graphql(signUp, { input }, once('same-key'));
    expect((await auth.graphql(signUp, { input: other }, once('same-key'))).code).toBe(
      'IDEMPOTENCY_KEY_REUSED',
    );
  });
});

describe('a user reference from another service', () => {
  const entities = (ids: number[], token?: string) =>
    auth.graphql(
      users,
      { ids: ids.map((id) => ({ __typename: 'User', id: String(id) })) },
      token === undefined ? {} : { token },
    );

  it('is resolved for oneself and is null for another learner, as for a missing one', async () => {
    const one = await auth.signIn();
    const other = await auth.signIn();
    const { data } = await entities([one.id, other.id, 999_999], one.token);
    expect(data._entities).toEqual([{ id: String(one.id), email: one.email }, null, null]);
  });

  it('is null without a token', async () => {
    const { id } = await auth.signIn();
    expect((await entities([id])).data._entities).toEqual([null]);
  });

  it('is resolved for an admin', async () => {
    const learner = await auth.signIn();
    const admin = await auth.signUp();
    await auth.database
      .collection('users')
      .updateOne({ _id: admin.id as never }, { $set: { role: 'admin', emailVerifiedAt: new Date() } });
    const { data } = await query(logIn, { email: admin.email, password: admin.password });
    const response = await entities([learner.id, 999_999], data.logIn.accessToken);
    expect(response.data._entities).toEqual([{ id: String(learner.id), email: learner.email }, null]);
  });
});

describe('the mutations', () => {
  it('create and verify an account', async () => {
    const user = auth.aUser();
    const signedUp = await query(signUp, user);
    expect(signedUp.data.signUp).toEqual({
      id: expect.stringMatching(/^\d+$/),
      email: user.email,
      username: user.username,
      emailVerified: false,
    });
    const { email, password } = user;
    expect((await query(logIn, { email, password })).data.logIn).toEqual({
      accessToken: null,
      expiresInSeconds: null,
      verificationRequired: true,
    });
    const { status, otpId, devCode } = (await query(requestCode, { email })).data.requestVerificationCode;
    expect(status).toBe('SENT');
    const verified = (await query(verifyCode, { email, otpId, code: devCode })).data.verifyCode;
    expect(verified.expiresInSeconds).toBe(12 * 3600);
    expect((await auth.graphql(viewer, {}, { token: verified.accessToken })).data.viewer.emailVerified).toBe(
      true,
    );
    expect((await query(requestCode, { email })).data.requestVerificationCode).toEqual({
      status: 'SKIPPED',
      otpId: null,
      devCode: null,
    });
    expect((await query(logIn, { email, password })).data.logIn.verificationRequired).toBe(false);
  });

  it('reset a password', async () => {
    const { email, token } = await auth.signIn();
    const { otpId, devCode } = (await query(requestReset, { email })).data.requestPasswordReset;
    const input = { email, otpId, code: devCode, newPassword: 'nywila mpya kabisa' };
    const { accessToken } = (await query(resetPassword, input)).data.resetPassword;
    expect((await auth.graphql(viewer, {}, { token })).code).toBe('UNAUTHENTICATED');
    expect((await auth.graphql(viewer, {}, { token: accessToken })).data.viewer.email).toBe(email);
  });

  it('renew and end access', async () => {
    const { token } = await auth.signIn();
    const renewed = await auth.graphql(
      `mutation { refreshAccess { accessToken expiresInSeconds } }`,
      {},
      { token },
    );
    const next = renewed.data.refreshAccess.accessToken;
    expect((await auth.graphql(`mutation { logOut }`, {}, { token: next })).data.logOut).toBe(true);
    expect((await auth.graphql(viewer, {}, { token })).code).toBe('UNAUTHENTICATED');

    const other = await auth.signIn();
    const ended = await auth.graphql(`mutation { logOutEverywhere }`, {}, { token: other.token });
    expect(ended.data.logOutEverywhere).toBe(true);
    expect((await auth.graphql(viewer, {}, { token: other.token })).code).toBe('UNAUTHENTICATED');
  });

  it.each(['refreshAccess { accessToken }', 'logOut', 'logOutEverywhere'])(
    '%s needs a token',
    async (field) => {
      expect((await auth.graphql(`mutation { ${field} }`)).code).toBe('UNAUTHENTICATED');
    },
  );

  it('return the error codes of REST', async () => {
    const taken = await auth.signIn();
    const { email, password } = taken;
    const code = async (document: string, input: object) => (await query(document, input)).code;
    expect(await code(signUp, auth.aUser({ email }))).toBe('EMAIL_TAKEN');
    expect(await code(signUp, auth.aUser({ username: taken.username }))).toBe('USERNAME_TAKEN');
    expect(await code(signUp, auth.aUser({ password: 'password1' }))).toBe('VALIDATION');
    expect(await code(logIn, { email, password: `${password}?` })).toBe('INVALID_CREDENTIALS');
    expect(await code(verifyCode, { email, otpId: 'unknown', code: '123456' })).toBe('OTP_INVALID');
    await query(requestReset, { email });
    expect(await code(requestReset, { email })).toBe('RATE_LIMITED');
  });

  it('report each invalid field', async () => {
    const { errors } = await query(signUp, { email: 'x', username: 'ab', password: 'abc' });
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'VALIDATION',
      details: [
        { path: 'email', message: 'Invalid email address' },
        { path: 'username', message: 'Username must be at least 3 characters' },
        { path: 'password', message: 'Password must be at least 6 characters' },
      ],
    });
  });

  it('reject unknown fields', async () => {
    const { errors } = await query(signUp, { ...auth.aUser(), role: 'ADMIN' });
    expect(errors?.length).toBeGreaterThan(0);
  });
});
