import { createErasureRace, type ErasureRace } from '@kumbuka/service-kit/testing';
import {
  attemptsIn,
  eraseBeforeEachWrite,
  eraseUser,
  missingIn,
  startStack,
  type TestStack,
} from '@kumbuka/testing';
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAuth, type AuthService, type NewUser } from '../testing/auth-suite.ts';
import { createUseCases, type UseCases } from '../use-cases/use-cases.ts';

let stack: TestStack;
let race: ErasureRace;
/** Its writes are held while `eraser`, another process on the same stores, erases the account. */
let auth: AuthService;
let eraser: AuthService;

beforeAll(async () => {
  stack = await startStack();
  race = await createErasureRace(stack.mongo.port, 'kumbuka_auth');
  const env = {
    CODE_RESEND_SECONDS: '1',
    IP_CODES_PER_HOUR: '100000',
    IP_SIGNUPS_PER_HOUR: '100000',
    IP_CODE_TRIES_PER_HOUR: '100000',
    VAPID_PRIVATE_KEY: randomBytes(32).toString('base64url'),
  };
  auth = await startAuth({ stack, env, overrides: { mongo: race.mongo } });
  eraser = await startAuth({ stack, env });
  /** Ids that no other number equals. */
  await auth.signUp();
  await auth.database.collection('counters').updateMany({}, { $set: { value: 7_300_000_000 } });
});
afterAll(async () => {
  await Promise.all([auth.stop(), eraser.stop()]);
  race.stop();
  await stack.stop();
});

interface Learner extends NewUser {
  id: number;
  token: string;
  sessionId: string;
}

/** Keep the id of an erased account, by design: events, revocations of its tokens, the record of its deletion; `counters` the last id. */
const remaining = ['outbox', 'revocations', 'deletion_steps', 'counters'];

const keyed = (token?: string) => ({
  ...(token === undefined ? {} : { token }),
  headers: { 'idempotency-key': randomUUID() },
});
const change = (name: string, input: string) =>
  `mutation ($input: ${input}!) { ${name}(input: $input) { __typename } }`;
const mutate = (name: string, input: string, variables: object, { token }: Learner) =>
  auth.graphql(change(name, input), { input: variables }, keyed(token));

async function codeFor(path: string, email: string) {
  const { body } = await eraser.post(path, { email });
  return { otp_id: body.otp_id, code: body.dev_code };
}

type Call = () => Promise<unknown>;
/** Prepares a call in the eraser's process, so that only the call itself is held. */
type Attempt = (learner: Learner) => Call | Promise<Call>;

/** Attempts by use case; null for use cases that write nothing about one user. */
const attempts: Partial<Record<keyof UseCases, Attempt | null>> = {
  signUp:
    ({ email, username, password, ...learner }) =>
    async () => {
      await erase(learner.id);
      await auth.post('/signup', { email, username, password }, keyed());
    },
  endSignUp: null,
  logIn:
    ({ email, password }) =>
    () =>
      auth.post('/login', { email, password }, keyed()),
  requestVerificationCode: async ({ id, email }) => {
    await auth.database
      .collection<{ _id: number }>('users')
      .updateOne({ _id: id }, { $set: { emailVerifiedAt: null } });
    return () => auth.post('/login/otp/request', { email });
  },
  verifyCode: async ({ id, email }) => {
    await auth.database
      .collection<{ _id: number }>('users')
      .updateOne({ _id: id }, { $set: { emailVerifiedAt: null } });
    await auth.database.collection('code_turns').deleteMany({});
    const code = await codeFor('/login/otp/request', email);
    return () => auth.post('/login/otp/verify', { email, ...code });
  },
  requestPasswordReset:
    ({ email }) =>
    () =>
      auth.post('/forgot-password', { email }),
  resetPassword: async ({ email }) => {
    const code = await codeFor('/forgot-password', email);
    return () => auth.post('/reset-password', { email, ...code, new_password: 'nywila mpya kabisa' });
  },
  refreshAccess:
    ({ token }) =>
    () =>
      auth.post('/auth/refresh', undefined, keyed(token)),
  renewAccess: null,
  logOut:
    ({ token }) =>
    () =>
      auth.post('/logout', undefined, keyed(token)),
  logOutEverywhere:
    ({ token }) =>
    () =>
      auth.post('/auth/logout-all', undefined, keyed(token)),
  changeTheme: (learner) => () => mutate('changeTheme', 'ChangeThemeInput', { theme: 'LIGHT' }, learner),
  changeLanguage: (learner) => () =>
    mutate('changeLanguage', 'ChangeLanguageInput', { language: 'SW' }, learner),
  changeUsername: (learner) => () =>
    mutate('changeUsername', 'ChangeUsernameInput', { username: `${learner.username} II` }, learner),
  changePassword: (learner) => () =>
    mutate(
      'changePassword',
      'ChangePasswordInput',
      { currentPassword: learner.password, newPassword: 'nywila mpya kabisa' },
      learner,
    ),
  requestEmailChange: (learner) => () =>
    mutate(
      'requestEmailChange',
      'RequestEmailChangeInput',
      { newEmail: `new.${learner.email}`, password: learner.password },
      learner,
    ),
  changeEmail: async (learner) => {
    const newEmail = `new.${learner.email}`;
    const request =
      'mutation ($input: RequestEmailChangeInput!) { requestEmailChange(input: $input) { otpId devCode } }';
    const { data } = await eraser.graphql(
      request,
      { input: { newEmail, password: learner.password } },
      learner,
    );
    const { otpId, devCode: code } = data.requestEmailChange;
    return () => mutate('changeEmail', 'ChangeEmailInput', { newEmail, otpId, code }, learner);
  },
  readSessions: null,
  provePassword: null,
  checkPassword: null,
  closeAccount:
    ({ id }) =>
    () =>
      auth.post(`/internal/users/${id}/closing`),
  readAccount: null,
  findAccounts: null,
  readAccounts: null,
  deleteAccounts:
    ({ id }) =>
    () =>
      erase(id, auth),
  createDemoAccounts: null,
  findByEmail: null,
  grantRole:
    ({ email }) =>
    () =>
      auth.post('/internal/users/role', { email, role: 'admin' }),
  listOperators: null,
  listAccounts: null,
  readLanguage: null,
  readJwks: null,
  readRevocations: null,
  notePresence:
    ({ id: userId, sessionId }) =>
    () =>
      auth.post('/internal/presence', { seen: [{ userId, sessionId, at: new Date().toISOString() }] }),
  sendMail:
    ({ id: userId }) =>
    () =>
      auth.post('/internal/mail', {
        userId,
        key: randomUUID(),
        letter: { template: 'renewal-reminder', data: { periodEnd: new Date().toISOString() } },
      }),
  allowPush: (learner) => () =>
    mutate(
      'allowPush',
      'AllowPushInput',
      {
        endpoint: `https://fcm.googleapis.com/fcm/send/${learner.id}`,
        p256dh: Buffer.alloc(65, 4).toString('base64url'),
        auth: Buffer.alloc(16, 1).toString('base64url'),
      },
      learner,
    ),
  readPush: null,
  sendPush:
    ({ id: userId }) =>
    () =>
      auth.post('/internal/pushes', { userId, key: randomUUID(), cards: 3, minutes: 1 }),
  purgeAbandoned: null,
  rotateSigningKeys: null,
};

const erase = (id: number, by = eraser) => eraseUser(by, id);

async function aLearner(): Promise<Learner> {
  const user = await eraser.signIn();
  const session = await auth.database.collection('sessions').findOne({ userId: user.id });
  return { ...user, sessionId: String(session?._id) };
}

const written = attemptsIn(attempts);

it('every use case is in the table of erasures', () => {
  expect(missingIn(attempts, createUseCases)).toEqual([]);
});

describe('an account that is erased', () => {
  it.each(written)('while %s runs leaves no row', { timeout: 120_000 }, async (name, prepare) => {
    const writes = await eraseBeforeEachWrite({
      race,
      remaining,
      aLearner,
      prepare,
      erase: ({ id }) => erase(id),
      async settle({ email }) {
        const again = name === 'signUp' && (await auth.database.collection('users').findOne({ email }));
        if (again) await erase(Number(again._id));
      },
      textsOf: ({ id, email, username }) => [id, email, `new.${email}`, username],
    });
    expect(writes).toBeGreaterThan(0);
  });
});
