import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAuth, type AuthService } from '../testing/auth-suite.ts';

let auth: AuthService;
beforeAll(async () => {
  auth = await startAuth({ env: { LOGIN_FAILURES_PER_5_MINUTES: '3' } });
});
afterAll(() => auth.stop());

describe('without Redis', () => {
  it('learners sign up and in, and wrong passwords are still counted', async () => {
    await auth.stack.redis?.stop();
    const { email, password } = await auth.signIn();
    expect((await auth.post('/login', { email, password })).status).toBe(200);
    const statuses = [];
    for (let attempt = 0; attempt < 4; attempt++)
      statuses.push((await auth.post('/login', { email, password: 'wrong password' })).status);
    expect(statuses).toEqual([401, 401, 401, 429]);
    expect(auth.running.isReady()).toBe(true);
  });
});

describe('while MongoDB is unavailable', () => {
  it('every response is 503 within five seconds, with Retry-After', async () => {
    const { email, password, token } = await auth.signIn();
    await auth.stack.mongo.stop();
    const timed = async (call: () => ReturnType<AuthService['rest']>) => {
      const start = performance.now();
      const { status, body, headers } = await call();
      return {
        status,
        code: body.code,
        retry: headers['retry-after'],
        quick: performance.now() - start < 7_000,
      };
    };
    const responses = await Promise.all([
      timed(() => auth.rest('POST', '/login', { body: { email, password } })),
      timed(() => auth.rest('POST', '/signup', { body: auth.aUser() })),
      timed(() => auth.rest('POST', '/forgot-password', { body: { email } })),
      timed(() => auth.rest('GET', '/user', { token })),
      timed(() => auth.rest('POST', '/logout', { token })),
      timed(() => auth.rest('GET', '/internal/jwks')),
    ]);
    const away = { status: 503, code: 'UNAVAILABLE', retry: expect.anything(), quick: true };
    expect(responses).toEqual(responses.map(() => away));
  });
});
