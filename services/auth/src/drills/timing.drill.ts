import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAuth, type AuthService } from '../testing/auth-suite.ts';
import { errorOfMedian, median, rankTest } from '../testing/rank-test.ts';

const pairs = Number(process.env['TIMING_PAIRS'] ?? 200);
const warmUps = 20;
const password = 'tembo wa savana';

let auth: AuthService;
let users = 0;
beforeAll(async () => {
  const env = {
    DEV_CODES: 'false',
    IP_CODES_PER_HOUR: '100000',
    IP_LOGINS_PER_5_MINUTES: '100000',
    CODES_PER_HOUR: '100000',
    WRITES_PER_MINUTE: '100000',
  };
  /** Emails are sent after a random time, as in the product. */
  auth = await startAuth({ env, overrides: { codeDelayMs: undefined, hashCost: undefined } });
});
afterAll(() => auth.stop());

/** Creates verified accounts; returns their addresses. */
async function someKnown(count: number): Promise<string[]> {
  const made = Array.from({ length: count }, () => {
    const name = `timed${++users}`;
    return { username: name, email: `${name}@school.example`, password };
  });
  for (let start = 0; start < count; start += 50) {
    const batch = { batchId: randomUUID(), expiresAt: null, users: made.slice(start, start + 50) };
    expect((await auth.post('/internal/users/demo', batch)).status).toBe(200);
  }
  return made.map(({ email }) => email);
}
const someUnknown = (count: number) => Array.from({ length: count }, () => `timed${++users}@school.example`);

async function timeOf(call: () => Promise<unknown>) {
  const began = performance.now();
  await call();
  return performance.now() - began;
}

type Call = (email: string) => Promise<unknown>;

const codeRequest = (path: string) => (email: string) => auth.post(path, { email });
const wrongPassword = { password: 'not the password' };
const requestReset = `mutation ($input: CodeRequestInput!) { requestPasswordReset(input: $input) { status } }`;
const requestCode = `mutation ($input: CodeRequestInput!) { requestVerificationCode(input: $input) { status } }`;
const logIn = `mutation ($input: LogInInput!) { logIn(input: $input) { accessToken } }`;
const changeEmail = `mutation ($input: RequestEmailChangeInput!) { requestEmailChange(input: $input) { status } }`;

/** Calls as somebody who may change the own address to a free or a taken one. */
async function emailChange(): Promise<Call> {
  const [email] = await someKnown(1);
  const token = (await auth.post('/login', { email, password })).body.access_token;
  return async (newEmail) =>
    expect(
      (await auth.graphql(changeEmail, { input: { newEmail, password } }, { token })).data.requestEmailChange,
    ).toEqual({ status: 'SENT' });
}

const calls: [string, () => Call | Promise<Call>][] = [
  ['POST /forgot-password', () => codeRequest('/forgot-password')],
  ['requestPasswordReset', () => (email) => auth.graphql(requestReset, { input: { email } })],
  ['POST /login/otp/request', () => codeRequest('/login/otp/request')],
  ['requestVerificationCode', () => (email) => auth.graphql(requestCode, { input: { email } })],
  ['POST /login', () => (email) => auth.post('/login', { email, ...wrongPassword })],
  ['logIn', () => (email) => auth.graphql(logIn, { input: { email, ...wrongPassword } })],
  ['requestEmailChange', emailChange],
];

/** Calls each address of a sample once; returns whether known and unknown addresses took equally long. */
async function takeEqualTimes(name: string, call: Call): Promise<boolean> {
  const count = pairs + warmUps;
  const [known, unknown] = [await someKnown(count), someUnknown(count)];
  const times = { known: [] as number[], unknown: [] as number[] };
  for (let pair = 0; pair < count; pair++) {
    const order = pair % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
    for (const kind of order) {
      const address = { known, unknown }[kind][pair] ?? '';
      const time = await timeOf(() => call(address));
      if (pair >= warmUps) times[kind].push(time);
    }
  }
  const p = rankTest(times.known, times.unknown);
  const medians = [median(times.known), median(times.unknown)] as const;
  const shown = medians.map((ms) => ms.toFixed(2)).join(' and ');
  console.info(`${name}: ${pairs} pairs, medians ${shown} ms, p ${p.toFixed(4)}`);
  /** A busy machine moves the medians; two errors hold in 95 of 100 samples. */
  const error = Math.hypot(errorOfMedian(times.known), errorOfMedian(times.unknown));
  return p > 0.01 && Math.abs(medians[0] - medians[1]) < Math.max(0.5, 2 * error);
}

describe('the time of a response', () => {
  it.each(calls)(
    '%s takes as long for the address of an account as for an unknown one',
    { timeout: 300_000 },
    async (name, make) => {
      const call = await make();
      /** One of 20 samples differs by chance, so a difference must be there twice. */
      const isEqual = (await takeEqualTimes(name, call)) || (await takeEqualTimes(name, call));
      expect(isEqual).toBe(true);
    },
  );
});
