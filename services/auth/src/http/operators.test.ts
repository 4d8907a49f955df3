import { usersRoutes } from '@kumbuka/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAuth, type AuthService } from '../testing/auth-suite.ts';

let auth: AuthService;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

const grant = (email: string, role: 'admin' | 'learner') =>
  auth.post('/internal/users/role', { email, role });
const operators = async () => {
  const { body } = await auth.get('/internal/users/operators');
  return usersRoutes.listOperators.response.parse(body).operators.map(({ email }) => email);
};

describe('operators', () => {
  it('can be made from accounts with a verified email, listed, and made learners again', async () => {
    const { email, id, username } = await auth.signIn();
    const made = await grant(` ${email.toUpperCase()}`, 'admin');
    expect([made.status, made.body]).toMatchObject([200, { userId: id, email, username, changed: true }]);
    expect(await operators()).toEqual([email]);
    expect((await grant(email, 'admin')).body).toMatchObject({ changed: false });
    expect((await grant(email, 'learner')).body).toMatchObject({ changed: true });
    expect(await operators()).toEqual([]);
  });

  it('must sign in again: the earlier token is revoked, and the next one contains the role', async () => {
    const { email, password, token } = await auth.signIn();
    await grant(email, 'admin');
    expect((await auth.get('/user', { token })).status).toBe(401);
    const { body } = await auth.post('/login', { email, password });
    expect((await auth.get('/user', { token: body.access_token })).body).toMatchObject({ role: 'admin' });
  });

  it('cannot be made from accounts with an unverified address', async () => {
    const { email } = auth.aUser();
    await auth.post('/signup', auth.aUser({ email }));
    const { status, body } = await grant(email, 'admin');
    expect([status, body.code]).toEqual([409, 'OPERATOR_UNVERIFIED']);
    expect(await operators()).not.toContain(email);
  });

  it('cannot be made from demo accounts', async () => {
    const user = auth.aUser();
    const batch = { batchId: crypto.randomUUID(), expiresAt: null, users: [user] };
    expect((await auth.post('/internal/users/demo', batch)).status).toBe(200);
    const { status, body } = await grant(user.email, 'admin');
    expect([status, body.code]).toEqual([409, 'OPERATOR_IS_DEMO']);
  });

  it('cannot be made without an account', async () => {
    const { status, body } = await grant('nobody@example.com', 'admin');
    expect([status, body.code]).toEqual([404, 'NOT_FOUND']);
  });
});
