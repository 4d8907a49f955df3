import type { CrashAt } from '@kumbuka/event-bus';
import { areServersReal } from '@kumbuka/testing/servers';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import mongoose, { type Connection } from 'mongoose';
import {
  refsOf,
  requestPage,
  requestPrompt,
  statesOf,
  type PromptResponse,
} from '../testing/payment-requests.ts';
import { startBilling, type TestBilling } from '../testing/test-billing.ts';
import { startUnreliableProvider, type UnreliableProvider } from '../testing/unreliable-provider.ts';

let provider: UnreliableProvider;
let billing: TestBilling;
/** Replica that waits longer for the provider. */
let second: TestBilling;
/** Replica that dies between its first commit and the call of the provider. */
let dying: TestBilling;
/** Replicas in the two steps of a rotation of the idempotency key. */
let beforeSwap: TestBilling;
let afterSwap: TestBilling;
let database: Connection;
/** Milliseconds that the clocks of all replicas are ahead. */
let ahead = 0;
const now = () => new Date(Date.now() + ahead);

beforeAll(async () => {
  provider = await startUnreliableProvider();
  const env = { INTASEND_URL: provider.url, INTASEND_TIMEOUT_MS: '2500' };
  const timeouts = { providerMs: 1_000, callMs: 1_000 };
  billing = await startBilling(env, { now, timeouts });
  const [key, next] = [billing.stack.env.IDEMPOTENCY_KEY, 'next-idempotency-key-for-tests'];
  const replica = (more: object = {}, crashAt: CrashAt = () => undefined) =>
    startBilling({ ...env, ...more }, { now, timeouts, crashAt }, billing);
  const longTimeout = { INTASEND_TIMEOUT_MS: '6000' };
  second = await replica(longTimeout);
  dying = await replica({}, (point) => {
    if (point === 'after-commit-before-answer') throw new Error('died');
  });
  beforeSwap = await replica({ ...longTimeout, IDEMPOTENCY_KEY: key, IDEMPOTENCY_KEY_PREVIOUS: next });
  afterSwap = await replica({ ...longTimeout, IDEMPOTENCY_KEY: next, IDEMPOTENCY_KEY_PREVIOUS: key });
  database = await mongoose.createConnection(billing.stack.mongo.uri('kumbuka_billing')).asPromise();
}, 60_000);
afterAll(async () => {
  await database.close();
  for (const replica of [second, dying, beforeSwap, afterSwap]) await replica.stop();
  await billing.stop();
  await provider.stop();
});
beforeEach(async () => {
  provider.reset();
  ahead = 0;
  await endOpenPrompts();
});

let learners = 0;
const newLearner = () => ++learners;
const prompt = (as: number, phone: string, key?: string, on = billing) => requestPrompt(on, as, phone, key);
const checkout = (as: number, key?: string, on = billing) => requestPage(on, as, key);
/** Retries like a client that got Retry-After, because the provider is slow on a busy machine. */
async function checkoutWithRetries(...request: Parameters<typeof checkout>): ReturnType<typeof checkout> {
  const response = await checkout(...request);
  if (response.body.code !== 'IN_PROGRESS') return response;
  await pause(200);
  return checkoutWithRetries(...request);
}
/** Ends the prompts of all learners, as phones do after a minute or two. */
const endOpenPrompts = () =>
  database
    .collection('payments')
    .updateMany(
      { state: { $in: ['created', 'sent'] } },
      { $set: { state: 'failed', failureReason: 'expired' } },
    );
const replicas = (count: number) =>
  Array.from({ length: count }, (_, index) => (index % 2 === 0 ? billing : second));

describe('requests for a prompt at the same moment', () => {
  it.each([
    ['without a key', () => undefined],
    ['with one key', randomUUID],
  ])('put one prompt on the phone %s, on two replicas', async (_name, makeKey) => {
    const [as, key] = [newLearner(), makeKey()];
    provider.faults.delayMs = 200;
    const all = await Promise.all(replicas(10).map((on) => prompt(as, '0711 000 010', key, on)));
    expect([provider.prompts(), refsOf(all).size]).toEqual([1, 1]);
    expect(new Set(statesOf(all))).toEqual(new Set(['SENT']));
  });

  it('return the created payment while the first is still at the provider', async () => {
    const as = newLearner();
    provider.faults.slow = /stk-push/;
    const arrived: PromptResponse[] = [];
    const send = async () => void arrived.push(await prompt(as, '0711 000 011'));
    await Promise.all(Array.from({ length: 4 }, send));
    expect(statesOf(arrived)).toEqual(['CREATED', 'CREATED', 'CREATED', 'PROVIDER_TIMEOUT']);
    expect(provider.prompts()).toBe(1);
  });
});

describe('requests for a page at the same moment', () => {
  it('lead to one page with one address, on two replicas', async () => {
    const as = newLearner();
    provider.faults.delayMs = 200;
    const all = await Promise.all(replicas(6).map((on) => checkout(as, undefined, on)));
    expect(all.map(({ status }) => status)).toEqual(all.map(() => 201));
    expect([provider.pages(), new Set(all.map(({ body }) => body.checkout_url)).size]).toEqual([1, 1]);
  });

  it('are rejected with IN_PROGRESS when the first takes longer than they wait', async () => {
    const as = newLearner();
    const door = Promise.withResolvers<void>();
    provider.faults.opened = door.promise;
    let ended = 0;
    const attempt = async () => {
      const { status, body } = await checkout(as, undefined, second);
      if (++ended === 2) door.resolve();
      return body.code ?? status;
    };
    const outcomes = await Promise.all([attempt(), attempt(), attempt()]);
    expect(outcomes.toSorted()).toEqual([201, 'IN_PROGRESS', 'IN_PROGRESS']);
    expect(provider.pages()).toBe(1);
  });
});

describe('a process that dies between its commit and the call of the provider', () => {
  const minutes = (count: number) => count * 60_000;

  it.each([
    ['without a key', () => undefined],
    ['with a key', randomUUID],
  ])('leaves a prompt that is not sent within five minutes, %s', async (_name, makeKey) => {
    const [as, key] = [newLearner(), makeKey()];
    expect((await prompt(as, '0711 000 020', key, dying)).code).toBe('INTERNAL');
    for (const late of [minutes(0.5), minutes(4.5)]) {
      ahead = late;
      const all = await Promise.all(replicas(4).map((on) => prompt(as, '0711 000 020', key, on)));
      expect(new Set(statesOf(all))).toEqual(new Set(['CREATED']));
    }
    expect(provider.prompts()).toBe(0);
  });

  it('does not block a new prompt after five minutes', async () => {
    const as = newLearner();
    await prompt(as, '0711 000 021', undefined, dying);
    ahead = minutes(5.5);
    expect(statesOf([await prompt(as, '0711 000 021')])).toEqual(['SENT']);
    expect(provider.prompts()).toBe(1);
  });

  it('leaves a page that one of several requests opens after the lease', async () => {
    const as = newLearner();
    await checkout(as, undefined, dying);
    expect((await checkout(as)).body.code).toBe('IN_PROGRESS');
    ahead = minutes(1);
    provider.faults.delayMs = 200;
    const all = await Promise.all(replicas(6).map((on) => checkout(as, undefined, on)));
    expect([provider.pages(), new Set(all.map(({ body }) => body.checkout_url)).size]).toEqual([1, 1]);
    expect(await database.collection('payments').countDocuments({ ownerId: as })).toBe(1);
  });
});

describe('a rotation of the idempotency key between a request and its repeat', () => {
  const stepsOf = () => [
    [billing, beforeSwap],
    [beforeSwap, afterSwap],
    [afterSwap, beforeSwap],
  ];

  it('puts no second prompt on the phone, with a key and without', async () => {
    let phone = 711_000_050;
    for (const [first, later] of stepsOf())
      for (const key of [undefined, randomUUID()]) {
        const [as, number] = [newLearner(), `0${++phone}`];
        provider.faults.lost = /stk-push/;
        expect((await prompt(as, number, key, first)).code).toBe('PROVIDER_TIMEOUT');
        provider.faults.lost = null;
        ahead += 30_000;
        expect(statesOf([await prompt(as, number, key, later)])).toEqual(['CREATED']);
      }
    expect(provider.prompts()).toBe(6);
  });

  it('repeats a page, at the same moment on two replicas and afterwards', async () => {
    const [as, key] = [newLearner(), randomUUID()];
    const all = await Promise.all([beforeSwap, afterSwap].map((on) => checkoutWithRetries(as, key, on)));
    for (const on of [beforeSwap, afterSwap]) all.push(await checkout(as, key, on));
    expect(all.map(({ status }) => status)).toEqual(all.map(() => 201));
    expect([provider.pages(), new Set(all.map(({ body }) => body.checkout_url)).size]).toEqual([1, 1]);
  });

  // Replicas share limits through Redis only.
  it.runIf(areServersReal)('keeps the limit of a phone, whichever replica counts', async () => {
    const outcomes = [];
    for (let n = 0; n < 10; n += 1) {
      const asked = await prompt(newLearner(), '0711 000 070', undefined, n % 2 ? beforeSwap : afterSwap);
      outcomes.push(asked.code);
      await endOpenPrompts();
    }
    expect(provider.prompts()).toBe(6);
    expect(outcomes.slice(6)).toEqual(Array.from({ length: 4 }, () => 'RATE_LIMITED'));
  });
});

it.each([
  ['one account', () => billing, () => second],
  ['many accounts', () => billing, () => second],
  ['many accounts, during a rotation of the idempotency key', () => beforeSwap, () => afterSwap],
])(
  'one phone rings once for different keys at the same moment, of %s, on two replicas',
  async (who, one, other) => {
    provider.faults.delayMs = 200;
    const as = newLearner();
    const asks = Array.from({ length: 12 }, (_, n) =>
      prompt(
        who === 'one account' ? as : newLearner(),
        '0711 000 004',
        randomUUID(),
        n % 2 ? one() : other(),
      ),
    );
    await Promise.all(asks);
    expect(provider.prompts()).toBe(1);
    await endOpenPrompts();
  },
);

it('slow look-ups of invoices do not block payments', async () => {
  provider.faults.slow = /payment\/status/;
  const strangers = Array.from({ length: 8 }, newLearner);
  await Promise.all(
    strangers.map((as) =>
      billing.rest('POST', '/billing/verify', { as, body: { invoice_id: `SLOW-${as}` } }),
    ),
  );
  expect((await checkout(newLearner())).status).toBe(201);
});

it('a provider that hangs blocks no request: a payment is pending meanwhile', async () => {
  const as = newLearner();
  const { body: page } = await checkout(as);
  provider.faults.slow = /payment\/status/;
  const body = { checkout_id: page.api_ref };
  const response = await billing.rest('POST', '/billing/verify', { as, body });
  expect([response.status, response.body.status]).toEqual([200, 'pending']);
});
