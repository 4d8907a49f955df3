import { eventually } from '@kumbuka/testing/servers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAuth, type AuthService } from '../testing/auth-suite.ts';
import { countByStatus, withoutRequestId } from '../testing/responses.ts';

let auth: AuthService;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

describe('POST /forgot-password', () => {
  it('sends a reset code to the address of the account', async () => {
    const { email } = await auth.signIn();
    const { otp_id, code } = await auth.requestPasswordReset(email);
    expect(otp_id).toBeTruthy();
    const mails = await auth.mailsTo(email, 2);
    const reset = mails.find(({ subject }) => subject === 'Your Kumbuka password reset code');
    expect(reset?.text).toContain(code);
  });

  it('responds alike for known, unverified and unknown addresses, except for the code of local development', async () => {
    const hidden = await startAuth({ env: { DEV_CODES: 'false' } });
    const user = hidden.aUser();
    await hidden.post('/signup', user);
    const shapes = [];
    for (const email of [user.email, 'nobody@example.org']) {
      const first = await hidden.post('/forgot-password', { email });
      const second = await hidden.post('/forgot-password', { email });
      const shape = Object.entries(first.body).map(([key, value]) => `${key}:${String(value).length}`);
      shapes.push([
        first.status,
        shape,
        second.status,
        second.headers['retry-after'],
        withoutRequestId(second.text),
      ]);
    }
    expect(shapes[0]).toEqual(shapes[1]);
    expect(shapes[0]?.slice(0, 3)).toEqual([200, ['status:4', 'otp_id:36'], 429]);
    await hidden.mailsTo(user.email);
    await eventually(async () => expect(await hidden.database.collection('mails').countDocuments()).toBe(0));
    await hidden.stop();
  });

  it('creates no code for an unknown address', async () => {
    const { body } = await auth.post('/forgot-password', { email: 'nobody-at-all@example.org' });
    expect(body).toEqual({ status: 'sent', otp_id: expect.any(String) });
  });

  it('of an unknown address locks its code like any other', async () => {
    const { body } = await auth.post('/forgot-password', { email: 'nobody-locked@example.org' });
    const reset = { email: 'nobody-locked@example.org', otp_id: body.otp_id, code: '123456' };
    const codes = [];
    for (let attempt = 0; attempt < 6; attempt++)
      codes.push((await auth.post('/reset-password', { ...reset, new_password: 'nywila mpya' })).body.code);
    expect(codes).toEqual([...Array.from({ length: 5 }, () => 'OTP_INVALID'), 'OTP_LOCKED']);
  });
});

describe('POST /reset-password', () => {
  const reset = (
    email: string,
    proof: { otp_id: string; code: string },
    new_password = 'nywila mpya kabisa',
  ) => auth.post('/reset-password', { email, ...proof, new_password });

  it('replaces the password, signs in and revokes every older token', async () => {
    const user = await auth.signIn();
    const { status, body } = await reset(user.email, await auth.requestPasswordReset(user.email));
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'reset',
      access_token: expect.any(String),
      token: body.access_token,
      token_type: 'Bearer',
      expires_in: 12 * 3600,
    });
    expect((await auth.get('/user', { token: user.token })).status).toBe(401);
    expect((await auth.get('/user', { token: body.token })).status).toBe(200);
    const attempt = (password: string) => auth.post('/login', { email: user.email, password });
    expect((await attempt(user.password)).status).toBe(401);
    expect((await attempt('nywila mpya kabisa')).status).toBe(200);
    expect(await auth.eventsOf(user.id)).toEqual([
      'auth.user-registered',
      'auth.user-verified',
      'auth.password-reset',
      'auth.access-revoked',
    ]);
  });

  it('verifies the address as well and voids its verification code', async () => {
    const user = await auth.signUp();
    const verification = await auth.requestCode(user.email);
    const { body } = await reset(user.email, await auth.requestPasswordReset(user.email));
    expect((await auth.get('/user', { token: body.token })).body.email_verified).toBe(true);
    expect(await auth.eventsOf(user.id)).toContain('auth.user-verified');
    const late = await auth.post('/login/otp/verify', { email: user.email, ...verification });
    expect(late.body.code).toBe('OTP_INVALID');
  });

  it('does not accept a verification code', async () => {
    const { email } = await auth.signUp();
    expect((await reset(email, await auth.requestCode(email))).body.code).toBe('OTP_INVALID');
  });

  it('accepts a code once, also in parallel', async () => {
    const { email } = await auth.signIn();
    const proof = await auth.requestPasswordReset(email);
    const responses = await Promise.all(
      Array.from({ length: 4 }, (_, index) => reset(email, proof, `nywila mpya ${index}`)),
    );
    expect(countByStatus(responses)).toEqual({ 200: 1, 400: 3 });
  });

  it('rejects a common password without using up the code', async () => {
    const { email } = await auth.signIn();
    const proof = await auth.requestPasswordReset(email);
    const rejected = await reset(email, proof, 'password123');
    expect([rejected.status, rejected.body.error]).toEqual([400, 'This password is too common.']);
    expect((await reset(email, proof)).status).toBe(200);
  });

  it('unlocks an account that was locked by wrong passwords', async () => {
    const { email } = await auth.signIn();
    for (let attempt = 0; attempt < 10; attempt++)
      await auth.post('/login', { email, password: 'wrong password' });
    await reset(email, await auth.requestPasswordReset(email));
    expect((await auth.post('/login', { email, password: 'nywila mpya kabisa' })).status).toBe(200);
  });
});
