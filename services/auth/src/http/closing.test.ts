import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAuth, type AuthService } from '../testing/auth-suite.ts';

let auth: AuthService;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

const shownBy = (token: string) => {
  const { sub, sid: sessionId, epoch } = decodeJwt(token);
  return { userId: Number(sub), sessionId, epoch };
};
const prove = (token: string, password: string) =>
  auth.post('/internal/users/password', { ...shownBy(token), password });
const close = (userId: number) => auth.post(`/internal/users/${userId}/closing`);

describe('proving the password to another service', () => {
  it('proving the password to another service takes the right one and refuses another', async () => {
    const { token, password } = await auth.signIn();
    expect((await prove(token, password)).status).toBe(204);
    const wrong = await prove(token, 'not mine at all');
    expect([wrong.status, wrong.body.code]).toEqual([403, 'PASSWORD_WRONG']);
  });

  it('proving the password to another service counts wrong ones in the window of sign-ins', async () => {
    const { token, email, password } = await auth.signIn();
    for (let attempts = 0; attempts < 10; attempts++) await prove(token, 'not mine at all');
    expect((await prove(token, password)).body.code).toBe('RATE_LIMITED');
    expect((await auth.post('/login', { email, password })).status).toBe(429);
  });

  it('proving the password to another service refuses a token whose session has ended', async () => {
    const { token, password } = await auth.signIn();
    await auth.post('/logout', undefined, { token });
    expect((await prove(token, password)).body.code).toBe('UNAUTHENTICATED');
  });
});

describe('closing an account that is about to go', () => {
  it('closing an account that is about to go ends every session, and no password opens it any more', async () => {
    const { id, token, email, password } = await auth.signIn();
    expect((await close(id)).status).toBe(204);
    expect((await auth.get('/user', { token })).status).toBe(401);
    expect((await auth.post('/login', { email, password })).body.code).toBe('INVALID_CREDENTIALS');
    expect((await prove(token, password)).body.code).toBe('UNAUTHENTICATED');
  });

  it('closing an account that is about to go happens once, however often it is asked for', async () => {
    const { id } = await auth.signIn();
    await Promise.all([close(id), close(id)]);
    await close(id);
    const revoked = (await auth.eventsOf(id)).filter((type) => type === 'auth.access-revoked');
    expect(revoked).toHaveLength(1);
  });

  it('closing an account that is about to go changes nothing for nobody', async () => {
    expect((await close(987_654_321)).status).toBe(204);
  });
});

it('other services can check a password against the common ones', async () => {
  const check = (password: string) => auth.post('/internal/passwords/check', { password });
  expect((await check('tembo wa savana')).status).toBe(204);
  const { status, body } = await check('password');
  expect([status, body.code, body.error]).toEqual([400, 'VALIDATION', 'This password is too common.']);
});
