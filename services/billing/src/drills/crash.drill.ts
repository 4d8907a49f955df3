import { eventually } from '@kumbuka/testing/servers';
import {
  createServiceProcess,
  startStack,
  startTestAuth,
  testInternalKey,
  untilAvailable,
  type ServiceProcess,
  type TestAuth,
  type TestStack,
} from '@kumbuka/testing';
import { internalHeaders } from '@kumbuka/contracts';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { billingEnv, startTestPayments, type TestPayments } from '../testing/test-billing.ts';

/** Billing in a process of its own, which a crash point kills. */
let stack: TestStack;
let auth: TestAuth;
let payments: TestPayments;
let service: ServiceProcess;
beforeAll(async () => {
  [stack, auth, payments] = await Promise.all([startStack(), startTestAuth(), startTestPayments()]);
  const env = {
    ...stack.env,
    ...billingEnv(payments.url),
    AUTH_URL: auth.url,
    ADMIN_URL: auth.url,
    INTASEND_TIMEOUT_MS: '1500',
  };
  service = await createServiceProcess(fileURLToPath(new URL('../main.ts', import.meta.url)), env);
});
afterAll(async () => {
  await service.end('SIGKILL');
  await Promise.all([stack.stop(), auth.stop(), payments.stop()]);
});

/** Fields of any response. */
type ResponseBody = Record<string, string>;

async function call(
  method: 'GET' | 'POST',
  path: string,
  as: number,
  body?: object,
  key?: string,
): Promise<ResponseBody> {
  const headers = {
    [internalHeaders.key]: testInternalKey,
    authorization: `Bearer ${await auth.tokenOf(as)}`,
    'content-type': 'application/json',
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  };
  return untilAvailable(async () => {
    const response = await fetch(`${service.url}${path}`, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return (await response.json()) as ResponseBody;
  });
}
const endOf = async (as: number) => (await call('GET', '/billing/status', as)).current_period_end;
const daysLeft = async (as: number) =>
  Math.round((Date.parse((await endOf(as)) ?? '') - Date.now()) / 86_400_000);

/** Repeats until the lease of the request that died has ended. */
async function untilOpened(begin: () => Promise<ResponseBody>): Promise<ResponseBody> {
  const response = await begin();
  if (response['code'] !== 'IN_PROGRESS') return response;
  await pause(250);
  return untilOpened(begin);
}

let learner = 0;
it.each(['after-commit-before-answer:1', 'after-work-before-commit:2', 'after-commit-before-answer:2'])(
  'a checkout that dies %s can be repeated with its key, paid once and counted once',
  async (crashAt) => {
    const as = ++learner;
    const begin = () => call('POST', '/billing/checkout', as, {}, 'my-key');
    await service.dieAt(crashAt, begin);
    const { checkout_url = '', api_ref } = await untilOpened(begin);
    await payments.press(checkout_url, 'pay');
    expect(await call('POST', '/billing/verify', as, { checkout_id: api_ref })).toMatchObject({
      status: 'activated',
    });
    expect(await daysLeft(as)).toBe(30);
    await service.end('SIGTERM');
  },
  60_000,
);

const promptsOn = async (phone: string) =>
  (await (await fetch(payments.url)).text()).split(`Prompt on ${phone}`).length - 1;

it.each([
  ['after-commit-before-answer:1', 'with its key', 'a-key'],
  ['after-work-before-commit:2', 'without a key', undefined],
])(
  'a prompt that dies %s is on the phone at most once after three repeats %s',
  async (crashAt, _how, key) => {
    const as = ++learner;
    const phone = `0722${String(as).padStart(6, '0')}`;
    const query = `mutation { requestStkPush(input: { phone: "${phone}" }) { apiRef state } }`;
    const prompt = () => call('POST', '/graphql', as, { query }, key);
    await service.dieAt(crashAt, prompt);
    const repeats = await Promise.all([prompt(), prompt(), prompt()]);
    expect(repeats.map(({ errors }) => errors)).toEqual([undefined, undefined, undefined]);
    expect(await promptsOn(`254${phone.slice(1)}`)).toBeLessThanOrEqual(1);
    await service.end('SIGTERM');
  },
  60_000,
);

it('an activation whose process died after the commit is counted once', async () => {
  const as = ++learner;
  await service.start();
  const { checkout_url = '', api_ref } = await call('POST', '/billing/checkout', as, {});
  await payments.press(checkout_url, 'pay');
  await service.end('SIGTERM');
  const verify = () => call('POST', '/billing/verify', as, { checkout_id: api_ref });
  await service.dieAt('after-commit-before-answer:1', verify);
  // The store holds the rows of a transaction that died for up to five seconds.
  await eventually(async () => expect(await verify()).toMatchObject({ status: 'activated' }), 10_000);
  expect(await daysLeft(as)).toBe(30);
  await service.end('SIGTERM');
}, 60_000);
