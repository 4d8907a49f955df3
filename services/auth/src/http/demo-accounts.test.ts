import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAuth, type AuthService } from '../testing/auth-suite.ts';

let auth: AuthService;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

const someUsers = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    username: `${prefix}${index}`,
    email: `${prefix}${index}@school.example`,
    password: `tembo wa ${prefix} ${index}`,
  }));

interface Made {
  username: string;
  userId: number | null;
}
async function make(users: object[], batchId: string = randomUUID()): Promise<Made[]> {
  const { status, body } = await auth.post('/internal/users/demo', { batchId, expiresAt: null, users });
  expect(status).toBe(200);
  return body.users;
}
const logIn = async ({ email, password }: { email: string; password: string }) =>
  (await auth.post('/login', { email, password })).body;

describe('accounts of a demo batch', () => {
  it('are verified, and each opens with its own password', async () => {
    const users = someUsers('twiga', 3);
    const made = await make(users);
    expect(made.map(({ username }) => username)).toEqual(['twiga0', 'twiga1', 'twiga2']);
    expect(new Set(made.map(({ userId }) => userId)).size).toBe(3);
    for (const user of users) expect(await logIn(user)).toHaveProperty('access_token');
    expect(await auth.eventsOf(made[0]?.userId ?? 0)).toEqual(['auth.user-registered', 'auth.user-verified']);
  });

  it('are made once, however often their batch is sent', async () => {
    const [users, batchId] = [someUsers('simba', 3), randomUUID()];
    const first = await make(users, batchId);
    expect(await make(users, batchId)).toEqual(first);
  });

  it('leave out the one whose name or address somebody has', async () => {
    const { username, email } = await auth.signUp();
    const [free, named, addressed] = someUsers('chui', 3);
    const made = await make([free ?? {}, { ...named, username }, { ...addressed, email }]);
    expect(made.map(({ userId }) => userId === null)).toEqual([false, true, true]);
  });

  it('that two batches want at the same time are made by one of them', async () => {
    const users = someUsers('kifaru', 6);
    const [one, other] = await Promise.all([make(users), make(users)]);
    const owners = users.map((_user, index) => [one[index]?.userId, other[index]?.userId]);
    expect(owners.map((ids) => ids.filter((id) => id !== null).length)).toEqual(users.map(() => 1));
  });
});
