import { watchCommands } from '@kumbuka/service-kit/testing';
import { startStack, type TestStack } from '@kumbuka/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAuth, type AuthService } from './testing/auth-suite.ts';

let stack: TestStack;
let auth: AuthService;
let watched: ReturnType<typeof watchCommands>;
/** Without the mail collections, which the mail worker polls by itself. */
const collections = [
  'users',
  'codes',
  'code_turns',
  'sessions',
  'revocations',
  'revocation_counter',
  'signing_keys',
];

beforeAll(async () => {
  stack = await startStack();
  watched = watchCommands({ url: stack.env.MONGO_URL, database: 'kumbuka_auth', collections });
  auth = await startAuth({ stack, overrides: { mongo: watched.mongo, pollMs: 3_600_000 } });
  await auth.signIn();
});
afterAll(async () => {
  await auth.stop();
  await stack.stop();
});

/** Sorted, because some are sent concurrently. The verifier's own polls are left out. */
const commandsOf = async (work: () => Promise<{ status: number }>) => {
  let status = 0;
  const seen = await watched.commandsOf(async () => void ({ status } = await work()));
  expect(status).toBeLessThan(300);
  return seen.filter((command) => !/^find (revocation|signing)/.test(command)).toSorted();
};

const issued = ['commitTransaction', 'find code_turns', 'find users', 'update code_turns', 'update codes'];

describe('commands to MongoDB', () => {
  it('of a sign-up are three and a commit', async () =>
    expect(await commandsOf(() => auth.post('/signup', auth.aUser()))).toEqual([
      'commitTransaction',
      'find users',
      'insert outbox',
      'insert users',
    ]));

  it('of a sign-up with a taken name are one find', async () => {
    const { email, username, password } = await auth.signUp();
    const seen = await watched.commandsOf(() => auth.post('/signup', { email, username, password }));
    expect(seen).toEqual(['find users']);
  });

  it('of a login are three and a commit', async () => {
    const { email, password } = await auth.signIn();
    const login = () => auth.post('/login', { email, password });
    expect(await commandsOf(login)).toEqual([
      'commitTransaction',
      'find users',
      'findAndModify users',
      'insert sessions',
    ]);
  });

  it('of a verification code are those of its counted request and its transaction', async () => {
    const { email } = await auth.signUp();
    expect(await commandsOf(() => auth.post('/login/otp/request', { email }))).toEqual(
      [...issued, 'find users'].toSorted(),
    );
  });

  it('of a reset code are the same for a known and an unknown email', async () => {
    const { email } = await auth.signIn();
    for (const address of [email, 'nobody-here@example.org']) {
      const seen = await commandsOf(() => auth.post('/forgot-password', { email: address }));
      expect(seen).toEqual(issued);
    }
  });

  it('of a verified email are nine and a commit', async () => {
    const { email } = await auth.signUp();
    const code = await auth.requestCode(email);
    expect(await commandsOf(() => auth.post('/login/otp/verify', { email, ...code }))).toEqual([
      'commitTransaction',
      'delete codes',
      'delete codes',
      'find users',
      'find users',
      'findAndModify codes',
      'insert outbox',
      'insert sessions',
      'update code_turns',
      'update users',
    ]);
  });

  it('of a reset verify the email and end older sessions', async () => {
    const { email } = await auth.signIn();
    const reset = { email, ...(await auth.requestPasswordReset(email)), new_password: 'nywila mpya kabisa' };
    expect(await commandsOf(() => auth.post('/reset-password', reset))).toEqual([
      'commitTransaction',
      'delete codes',
      'delete codes',
      'delete sessions',
      'find users',
      'findAndModify codes',
      'findAndModify revocation_counter',
      'insert outbox',
      'insert revocations',
      'insert sessions',
      'update code_turns',
      'update users',
    ]);
  });

  it.each([
    ['/logout', 'delete sessions'],
    ['/auth/logout-all', 'delete sessions'],
  ])('of POST %s are six and a commit', async (path, ending) => {
    const { token } = await auth.signIn();
    expect(await commandsOf(() => auth.post(path, undefined, { token }))).toEqual([
      'commitTransaction',
      ending,
      'find users',
      'findAndModify revocation_counter',
      'insert outbox',
      'insert revocations',
      'update users',
    ]);
  });

  it('of a refresh are two finds and an update', async () => {
    const { token } = await auth.signIn();
    const refresh = () => auth.post('/auth/refresh', undefined, { token });
    expect(await commandsOf(refresh)).toEqual(['find sessions', 'find users', 'update sessions']);
  });

  it('of GET /user are one find', async () => {
    const { token } = await auth.signIn();
    expect(await commandsOf(() => auth.get('/user', { token }))).toEqual(['find users']);
  });

  it('of the viewer are one find, whichever fields are requested', async () => {
    const { token } = await auth.signIn();
    const viewer = '{ viewer { email username role } again: viewer { createdAt lastSeenAt } }';
    const readViewer = async () => ({
      status: (await auth.graphql(viewer, {}, { token })).errors ? 500 : 200,
    });
    expect(await commandsOf(readViewer)).toEqual(['find users']);
  });

  it('of users seen are one find, one write and a commit, however many they are', async () => {
    const people = [await auth.signIn(), await auth.signIn(), await auth.signIn()];
    const seen = people.map(({ id }) => ({ userId: id, at: auth.clock.now().toISOString() }));
    expect(await commandsOf(() => auth.post('/internal/presence', { seen }))).toEqual([
      'commitTransaction',
      'find users',
      'insert outbox',
      'update users',
    ]);
  });
});
