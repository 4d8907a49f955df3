import { startStack, startTestAuth, testInternalKey, type TestAuth, type TestStack } from '@kumbuka/testing';
import { internalHeaders } from '@kumbuka/contracts';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { billingEnv, startTill, type Till } from './testing/test-billing.ts';

/** Billing as a process of its own, which a crash point kills. */
let stack: TestStack;
let auth: TestAuth;
let till: Till;
let child: ChildProcess | null = null;
let base = '';
beforeAll(async () => {
  [stack, auth, till] = await Promise.all([startStack(), startTestAuth(), startTill()]);
});
afterAll(async () => {
  child?.kill('SIGKILL');
  await Promise.all([stack.stop(), auth.stop(), till.stop()]);
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}

async function start(crashAt?: string) {
  const port = await freePort();
  base = `http://127.0.0.1:${port}`;
  const env = {
    ...stack.env,
    ...billingEnv(till.url),
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    PORT: String(port),
    INTERNAL_KEY: testInternalKey,
    AUTH_URL: auth.url,
    ...(crashAt === undefined ? {} : { CRASH_AT: crashAt }),
  };
  const main = new URL('main.ts', import.meta.url).pathname;
  child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], { env, stdio: 'ignore' });
  for (;;) {
    const answer = await fetch(`${base}/health/ready`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function end(signal: NodeJS.Signals) {
  const running = child;
  child = null;
  if (!running || running.exitCode !== null || running.signalCode !== null) return;
  running.kill(signal);
  await once(running, 'exit');
}

/** What any of the routes may answer. */
type Answer = Record<string, string>;

async function call(
  method: 'GET' | 'POST',
  path: string,
  as: number,
  body?: object,
  key?: string,
): Promise<Answer> {
  const headers = {
    [internalHeaders.key]: testInternalKey,
    authorization: `Bearer ${await auth.tokenOf(as)}`,
    'content-type': 'application/json',
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  };
  const answer = await fetch(`${base}${path}`, {
    method,
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return (await answer.json()) as Answer;
}
const endOf = async (as: number) => (await call('GET', '/billing/status', as)).current_period_end;
const daysLeft = async (as: number) =>
  Math.round((Date.parse((await endOf(as)) ?? '') - Date.now()) / 86_400_000);

/** The process dies at the point; whoever asked gets no answer. */
async function killedAt(crashAt: string, work: () => Promise<unknown>) {
  await start(crashAt);
  await expect(work()).rejects.toThrow('fetch failed');
  await end('SIGKILL');
  await start();
}

let learner = 0;
it.each([
  'after-work-before-commit:1',
  'after-commit-before-answer:1',
  'after-work-before-commit:2',
  'after-commit-before-answer:2',
])(
  'a checkout that dies %s can be repeated with its key, paid once and counted once',
  async (crashAt) => {
    const as = ++learner;
    const begin = () => call('POST', '/billing/checkout', as, {}, 'my-key');
    await killedAt(crashAt, begin);
    const { checkout_url = '', api_ref } = await begin();
    await till.press(checkout_url, 'pay');
    expect(await call('POST', '/billing/verify', as, { checkout_id: api_ref })).toMatchObject({
      status: 'activated',
    });
    expect(await daysLeft(as)).toBe(30);
    await end('SIGTERM');
  },
  60_000,
);

it.each(['after-work-before-commit:1', 'after-commit-before-answer:1'])(
  'an activation that dies %s is there once afterwards',
  async (crashAt) => {
    const as = ++learner;
    await start();
    const { checkout_url = '', api_ref } = await call('POST', '/billing/checkout', as, {});
    await till.press(checkout_url, 'pay');
    await end('SIGTERM');
    const verify = () => call('POST', '/billing/verify', as, { checkout_id: api_ref });
    await killedAt(crashAt, verify);
    expect(await verify()).toMatchObject({ status: 'activated' });
    expect(await daysLeft(as)).toBe(30);
    await end('SIGTERM');
  },
  60_000,
);
