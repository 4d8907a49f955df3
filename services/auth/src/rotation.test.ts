import { startStack, type TestStack } from '@kumbuka/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAuth, type AuthService } from './testing/auth-suite.ts';

let stack: TestStack;
/** A process with the former secrets, and one with new ones that accepts the former. */
let former: AuthService;
let next: AuthService;

beforeAll(async () => {
  stack = await startStack();
  former = await startAuth({ stack, env: { CODE_RESEND_SECONDS: '1' } });
  next = await startAuth({
    stack,
    env: {
      CODE_RESEND_SECONDS: '1',
      KEY_SECRET: 'next-key-secret-for-tests',
      KEY_SECRET_PREVIOUS: 'key-secret-for-tests',
      CODE_SECRET: 'next-code-secret-for-tests',
      CODE_SECRET_PREVIOUS: 'code-secret-for-tests',
    },
  });
});
afterAll(async () => {
  await Promise.all([former.stop(), next.stop()]);
  await stack.stop();
});

describe('a rotation of KEY_SECRET', () => {
  it('signs nobody out: the stored keys open, and tokens of before are valid', async () => {
    const { email, password, token } = await former.signIn();
    expect((await next.get('/user', { token })).status).toBe(200);
    expect((await next.post('/login', { email, password })).body.access_token).toMatch(/^ey/);
  });
});

describe('a rotation of CODE_SECRET', () => {
  it('keeps a verification code that was sent before', async () => {
    const { email } = await former.signUp();
    const code = await former.requestCode(email);
    const { status, body } = await next.post('/login/otp/verify', { email, ...code });
    expect([status, typeof body.access_token]).toEqual([200, 'string']);
  });

  it('keeps a reset code that was sent before, and its limit of attempts', async () => {
    const { email } = await former.signIn();
    const { otp_id, code } = await former.requestPasswordReset(email);
    const reset = (typed: string) =>
      next.post('/reset-password', { email, otp_id, code: typed, new_password: 'nywila mpya kabisa' });
    const wrong = code === '000000' ? '000001' : '000000';
    expect((await reset(wrong)).status).toBe(400);
    expect((await reset(code)).status).toBe(200);
  });

  it('keeps the proof of a sign-up, so that its password survives the verification', async () => {
    const user = former.aUser();
    const { body } = await former.post('/signup', user);
    const code = await former.requestCode(user.email);
    await next.post('/login/otp/verify', { email: user.email, ...code, sign_up_proof: body.sign_up_proof });
    const { email, password } = user;
    expect((await next.post('/login', { email, password })).body.access_token).toMatch(/^ey/);
  });

  it('leaves no code of before behind an erased account', async () => {
    const { email, id } = await former.signIn();
    await former.requestPasswordReset(email);
    const body = { deletionId: crypto.randomUUID(), userIds: [id], dryRun: false };
    await next.post('/internal/users/deletion', body);
    expect(await next.database.collection('codes').countDocuments({ accountId: id })).toBe(0);
  });
});
