import { internalHeaders } from '@kumbuka/contracts';
import type { RunningApp } from '@kumbuka/http-kit';
import type { Environment } from '@kumbuka/runtime';
import { eventually, mailsTo, startMail, type Message } from '@kumbuka/testing/servers';
import {
  buildTestService,
  startStack,
  testInternalKey,
  type RestResponse,
  type RestOptions,
  type TestService,
  type TestStack,
} from '@kumbuka/testing';
import mongoose, { type Connection } from 'mongoose';
import { createApp, type Overrides } from '../app.ts';
import { loadConfig, type Config } from '../config.ts';

/** Clock that tests move; it runs on from there. */
export interface TestClock {
  now(): Date;
  elapsedMs(): number;
  pass(ms: number): void;
}

export interface NewUser {
  email: string;
  username: string;
  password: string;
}

export interface AuthService extends TestService {
  running: RunningApp;
  clock: TestClock;
  database: Connection;
  post(path: string, body?: unknown, options?: RestOptions): Promise<RestResponse>;
  get(path: string, options?: RestOptions): Promise<RestResponse>;
  aUser(fields?: Partial<NewUser>): NewUser;
  /** Signs up and, by default, verifies. */
  signUp(fields?: Partial<NewUser>): Promise<NewUser & { id: number }>;
  signIn(fields?: Partial<NewUser>, options?: RestOptions): Promise<NewUser & { id: number; token: string }>;
  requestCode(email: string): Promise<{ otp_id: string; code: string }>;
  requestPasswordReset(email: string): Promise<{ otp_id: string; code: string }>;
  /** Event types of an account, ordered by version. */
  eventsOf(userId: number): Promise<string[]>;
  mailsTo(email: string, min?: number): Promise<Message[]>;
  /** Source of an email, with its headers. */
  sourceOf(mail: Message): Promise<string>;
}

const second = 1000;
export const minutes = (count: number) => count * 60 * second;
export const hours = (count: number) => minutes(count * 60);
export const days = (count: number) => hours(count * 24);

function createClock(): TestClock {
  let ahead = 0;
  return {
    now: () => new Date(Date.now() + ahead),
    elapsedMs: () => performance.now() + ahead,
    pass: (ms) => void (ahead += ms),
  };
}

let users = 0;
const aUser = (fields: Partial<NewUser> = {}): NewUser => {
  const name = `wanjiku${++users}`;
  return { email: `${name}@example.org`, username: name, password: 'tembo wa savana', ...fields };
};

/** Unique IP address, so that limits per address stay separate. */
export const fromIp = (ip: string): RestOptions => ({ headers: { [internalHeaders.ip]: ip } });

/** Real hashes would take half of the tests' time. */
export const cheapHash = { memory: 64, passes: 1, parallelism: 1 };

/** Environment of a process on the stores of `auth` whose KEY_SECRET does not open the stored keys. */
export const anotherKeySecret = ({ stack }: AuthService) => ({
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  INTERNAL_KEY: testInternalKey,
  ...stack.env,
  SMTP_URL: 'smtp://127.0.0.1:2525',
  WEB_ORIGINS: 'https://kumbuka.example',
  KEY_SECRET: 'another-secret-of-some-length',
  CODE_SECRET: 'code-secret-for-tests',
});

/** Starts auth through its createApp on the embedded stack, with a mail catcher and a clock. */
export async function startAuth(
  options: { env?: Environment; overrides?: Overrides; smtpUrl?: string; stack?: TestStack } = {},
): Promise<AuthService> {
  const [stack, mail] = await Promise.all([options.stack ?? startStack(), startMail()]);
  const clock = createClock();
  const service = await buildTestService(
    (config: Config) =>
      createApp(config, {
        ...clock,
        pollMs: 50,
        hashCost: cheapHash,
        codeDelayMs: () => 0,
        ...options.overrides,
      }),
    loadConfig,
    {
      stack,
      env: {
        SMTP_URL: options.smtpUrl ?? mail.smtpUrl,
        DEV_CODES: 'true',
        WEB_ORIGINS: 'https://kumbuka.example',
        KEY_SECRET: 'key-secret-for-tests',
        CODE_SECRET: 'code-secret-for-tests',
        ...options.env,
      },
    },
  );
  const database = await mongoose.createConnection(stack.mongo.uri('kumbuka_auth')).asPromise();

  /** After the clock moved by more than a minute, the verifier rejects until its next poll. */
  const retryUnavailable = (call: () => Promise<RestResponse>) =>
    eventually(async () => {
      const response = await call();
      if (response.status === 503) throw new Error(response.text);
      return response;
    });
  const post = (path: string, body?: unknown, more: RestOptions = {}) =>
    retryUnavailable(() => service.rest('POST', path, { ...more, ...(body === undefined ? {} : { body }) }));
  const get = (path: string, more: RestOptions = {}) =>
    retryUnavailable(() => service.rest('GET', path, more));

  const codeFrom = async (path: string, email: string) => {
    const { body } = await post(path, { email });
    return { otp_id: String(body.otp_id), code: String(body.dev_code) };
  };
  const requestCode = (email: string) => codeFrom('/login/otp/request', email);

  async function signUp(fields: Partial<NewUser> = {}) {
    const user = aUser(fields);
    const { body } = await post('/signup', user);
    return { ...user, id: Number(body.id) };
  }

  return {
    ...service,
    clock,
    database,
    post,
    get,
    aUser,
    signUp,
    requestCode,
    requestPasswordReset: (email) => codeFrom('/forgot-password', email),
    async signIn(fields, more) {
      const user = await signUp(fields);
      const proof = await requestCode(user.email);
      const { body } = await post('/login/otp/verify', { email: user.email, ...proof }, more);
      if (!body.access_token) throw new Error(`The sign-in failed: ${JSON.stringify(body)}`);
      return { ...user, token: String(body.access_token) };
    },
    async eventsOf(userId) {
      const rows = await database
        .collection('outbox')
        .find({ key: String(userId) })
        .sort({ ver: 1 })
        .toArray();
      return rows.map((row) => String(row['event'].type));
    },
    mailsTo: (email, min) => mailsTo(mail, email, min),
    sourceOf: async ({ id }) => (await fetch(`http://127.0.0.1:${mail.pagePort}/messages/${id}/raw`)).text(),
    async stop() {
      await database.close();
      await service.stop();
      await Promise.all([options.stack ? null : stack.stop(), mail.stop()]);
    },
  };
}
