import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAuth, type AuthService } from '../testing/auth-suite.ts';

let auth: AuthService;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

const claimsOf = (token: string) => {
  const { sub, sid: sessionId, epoch } = decodeJwt(token);
  return { userId: Number(sub), sessionId, epoch };
};
const prove = (token: string, password: string) =>
  auth.post('/internal/users/password', { ...claimsOf(token), password });
const close = (userId: number) => auth.post(`/internal/users/${userId}/closing`);

describe('password check for another service', () => {
  it('the password check for other services accepts the right password and rejects a wrong one', async () => {
    const { token, password } = await auth.signIn();
    expect((await prove(token, password)).status).toBe(204);
    const wrong = await prove(token, 'not mine at all');
    expect([wrong.status, wrong.body.code]).toEqual([403, 'PASSWORD_WRONG']);
  });

  it('a wrong password in the check for other services counts towards the rate limit of sign-ins', async () => {
    const { token, email, password } = await auth.signIn();
    for (let attempt = 0; attempt < 10; attempt++) await prove(token, 'not mine at all');
    expect((await prove(token, password)).body.code).toBe('RATE_LIMITED');
    expect((await auth.post('/login', { email, password })).status).toBe(429);
  });

  it('the password check for other services rejects a token whose session has ended', async () => {
    const { token, password } = await auth.signIn();
    await auth.post('/logout', undefined, { token });
    expect((await prove(token, password)).body.code).toBe('UNAUTHENTICATED');
  });
});

describe('closing an account before its deletion', () => {
  it('closing an account ends every session and removes its password', async () => {
    const { id, token, email, password } = await auth.signIn();
    expect((await close(id)).status).toBe(204);
    expect((await auth.get('/user', { token })).status).toBe(401);
    expect((await auth.post('/login', { email, password })).body.code).toBe('INVALID_CREDENTIALS');
    expect((await prove(token, password)).body.code).toBe('UNAUTHENTICATED');
  });

  it('repeated requests to close an account revoke its access once', async () => {
    const { id } = await auth.signIn();
    await Promise.all([close(id), close(id)]);
    await close(id);
    const revoked = (await auth.eventsOf(id)).filter((type) => type === 'auth.access-revoked');
    expect(revoked).toHaveLength(1);
  });

  it('closing an account that does not exist responds with 204', async () => {
    expect((await close(987_654_321)).status).toBe(204);
  });
});

it('other services can check a password against the list of common passwords', async () => {
  const check = (password: string) => auth.post('/internal/passwords/check', { password });
  expect((await check('tembo wa savana')).status).toBe(204);
  const { status, body } = await check('password');
  expect([status, body.code, body.error]).toEqual([400, 'VALIDATION', 'This password is too common.']);
});
