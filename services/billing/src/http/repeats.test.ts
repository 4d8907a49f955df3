import type { CrashAt } from '@kumbuka/event-bus';
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import mongoose, { type Connection } from 'mongoose';
import { startBilling, type TestBilling } from '../testing/test-billing.ts';

/** Provider in front of the till that loses the responses to chosen calls after it has done what they request. */
let provider: Server;
let lost: RegExp | null = null;
let slow: RegExp | null = null;
let refused: RegExp | null = null;
let delayMs = 0;
/** Calls are passed on once it resolves. */
let opened: Promise<void> = Promise.resolve();
const calls: string[] = [];
let billing: TestBilling;
/** Replica with more patience for the provider. */
let second: TestBilling;
/** Replica that dies between its first commit and the call of the provider. */
let dying: TestBilling;
/** Replicas in the two steps of a rotation of the idempotency key. */
let beforeSwap: TestBilling;
let afterSwap: TestBilling;
let till: TestBilling;
let database: Connection;
/** Milliseconds that the clocks of all replicas are ahead. */
let ahead = 0;
const now = () => new Date(Date.now() + ahead);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Passes a call on to the provider of the tests; some calls never get an answer, some lose it. */
async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url ?? '';
  calls.push(path);
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  if (slow?.test(path)) return;
  if (refused?.test(path)) return void response.writeHead(400).end('{}');
  await pause(delayMs);
  await opened;
  const reply = await fetch(new URL(path, till.till.url), {
    method: request.method ?? 'POST',
    headers: { 'content-type': 'application/json', authorization: request.headers.authorization ?? '' },
    ...(request.method === 'POST' && { body: Buffer.concat(chunks) }),
  });
  const body = await reply.text();
  if (lost?.test(path)) return void request.socket.destroy();
  response.writeHead(reply.status, { 'content-type': 'application/json' }).end(body);
}

beforeAll(async () => {
  till = await startBilling();
  provider = createServer((request, response) => void forward(request, response));
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const address = provider.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const env = { INTASEND_URL: `http://127.0.0.1:${port}`, INTASEND_TIMEOUT_MS: '2500' };
  const patience = { providerMs: 1_000, callMs: 1_000 };
  billing = await startBilling(env, { now, patience });
  const [key, next] = [billing.stack.env.IDEMPOTENCY_KEY, 'next-idempotency-key-for-tests'];
  const replica = (more: object = {}, crashAt: CrashAt = () => undefined) =>
    startBilling({ ...env, ...more }, { now, patience, crashAt }, billing);
  const patient = { INTASEND_TIMEOUT_MS: '6000' };
  second = await replica(patient);
  dying = await replica({}, (point) => {
    if (point === 'after-commit-before-answer') throw new Error('died');
  });
  beforeSwap = await replica({ ...patient, IDEMPOTENCY_KEY: key, IDEMPOTENCY_KEY_PREVIOUS: next });
  afterSwap = await replica({ ...patient, IDEMPOTENCY_KEY: next, IDEMPOTENCY_KEY_PREVIOUS: key });
  database = await mongoose.createConnection(billing.stack.mongo.uri('kumbuka_billing')).asPromise();
}, 60_000);
afterAll(async () => {
  await database.close();
  for (const replica of [second, dying, beforeSwap, afterSwap]) await replica.stop();
  await billing.stop();
  await till.stop();
  provider.closeAllConnections();
  provider.close();
});
beforeEach(() => {
  [lost, slow, refused] = [null, null, null];
  [delayMs, ahead, calls.length] = [0, 0, 0];
});

let learners = 0;
const newLearner = () => ++learners;
const prompts = () => calls.filter((path) => path.includes('stk-push')).length;
const pages = () => calls.filter((path) => path.endsWith('/checkout/')).length;
const keyed = (key?: string) => (key === undefined ? {} : { headers: { 'idempotency-key': key } });

const prompt = (as: number, phone = '0712 345 678', key?: string, on = billing) =>
  on.graphql(
    'mutation ($phone: String!) { requestStkPush(input: { phone: $phone }) { apiRef state } }',
    { phone },
    { as, ...keyed(key) },
  );
const checkout = (as: number, key?: string, on = billing) =>
  on.rest('POST', '/billing/checkout', { as, body: {}, ...keyed(key) });
/** Retries like a client that got Retry-After, because the provider is slow on a busy machine. */
async function patientCheckout(...request: Parameters<typeof checkout>): ReturnType<typeof checkout> {
  const response = await checkout(...request);
  if (response.body.code !== 'IN_PROGRESS') return response;
  await pause(200);
  return patientCheckout(...request);
}
const verify = (as: number, invoiceId: string) =>
  billing.rest('POST', '/billing/verify', { as, body: { invoice_id: invoiceId } });

describe('a repeat with the same Idempotency-Key', () => {
  it('a repeat with the same Idempotency-Key sends no second prompt after the response to the first one was lost', async () => {
    const [as, key] = [newLearner(), randomUUID()];
    lost = /stk-push/;
    expect((await prompt(as, '0711 000 001', key)).code).toBe('PROVIDER_TIMEOUT');
    lost = null;
    const again = await prompt(as, '0711 000 001', key);
    expect(again.data.requestStkPush.state).toBe('CREATED');
    expect((await prompt(as, '0711 000 001', key)).data.requestStkPush.apiRef).toBe(
      again.data.requestStkPush.apiRef,
    );
    expect(prompts()).toBe(1);
  });

  it('a repeat with the same Idempotency-Key opens a page under another reference after the first one was lost, for nobody can pay on that', async () => {
    const [as, key] = [newLearner(), randomUUID()];
    lost = /checkout/;
    expect((await checkout(as, key)).status).toBe(504);
    lost = null;
    const { status, body } = await checkout(as, key);
    expect(status).toBe(201);
    expect((await checkout(as, key)).body).toEqual(body);
    expect(pages()).toBe(2);
  });
});

describe('a request without an Idempotency-Key', () => {
  it('a request without an Idempotency-Key returns the checkout that is still open', async () => {
    const as = newLearner();
    const first = (await checkout(as)).body;
    expect((await checkout(as)).body).toEqual(first);
    expect((await checkout(newLearner())).body.api_ref).not.toBe(first.api_ref);
    expect(pages()).toBe(2);
  });

  it('a request without an Idempotency-Key returns the prompt that is still open, also when two arrive together', async () => {
    const as = newLearner();
    const both = await Promise.all([prompt(as, '0711 000 002'), prompt(as, '0711 000 002')]);
    const refs = both.flatMap(({ data }) => data?.requestStkPush?.apiRef ?? []);
    expect(new Set(refs).size).toBe(1);
    expect((await prompt(as, '0711 000 002')).data.requestStkPush.apiRef).toBe(refs[0]);
  });
});

type Prompted = Awaited<ReturnType<typeof prompt>>;
const refsOf = (all: Prompted[]) => new Set(all.flatMap(({ data }) => data?.requestStkPush?.apiRef ?? []));
const statesOf = (all: Prompted[]) => all.map(({ data, code }) => code ?? data.requestStkPush.state);
const rowOf = (apiRef: string) => database.collection('payments').findOne({ apiRef });
const replicas = (count: number) =>
  Array.from({ length: count }, (_, index) => (index % 2 === 0 ? billing : second));

describe('requests for a prompt at the same moment', () => {
  it.each([
    ['without a key', () => undefined],
    ['with one key', randomUUID],
  ])(
    'requests for a prompt at the same moment put one prompt on the phone %s, on two replicas',
    async (_name, makeKey) => {
      const [as, key] = [newLearner(), makeKey()];
      delayMs = 200;
      const all = await Promise.all(replicas(10).map((on) => prompt(as, '0711 000 010', key, on)));
      expect([prompts(), refsOf(all).size]).toEqual([1, 1]);
      expect(new Set(statesOf(all))).toEqual(new Set(['SENT']));
    },
  );

  it('return the created payment while the first is still at the provider', async () => {
    const as = newLearner();
    slow = /stk-push/;
    const arrived: Prompted[] = [];
    const send = async () => void arrived.push(await prompt(as, '0711 000 011'));
    await Promise.all(Array.from({ length: 4 }, send));
    expect(statesOf(arrived)).toEqual(['CREATED', 'CREATED', 'CREATED', 'PROVIDER_TIMEOUT']);
    expect(prompts()).toBe(1);
  });

  it('requests for a prompt at the same moment put one prompt on a phone that is written in several ways', async () => {
    const as = newLearner();
    const forms = ['0711 000 012', '+254711000012', '254 711 000-012', '0711000012'];
    const all = await Promise.all(forms.map((form) => prompt(as, form)));
    expect([prompts(), refsOf(all).size]).toEqual([1, 1]);
  });
});

describe('requests for a page at the same moment', () => {
  it('requests for a page at the same moment lead to one page with one address, on two replicas', async () => {
    const as = newLearner();
    delayMs = 200;
    const all = await Promise.all(replicas(6).map((on) => checkout(as, undefined, on)));
    expect(all.map(({ status }) => status)).toEqual(all.map(() => 201));
    expect([pages(), new Set(all.map(({ body }) => body.checkout_url)).size]).toEqual([1, 1]);
  });

  it('requests for a page at the same moment are refused with IN_PROGRESS when the first takes longer than they wait', async () => {
    const as = newLearner();
    const door = Promise.withResolvers<void>();
    opened = door.promise;
    let ended = 0;
    const attempt = async () => {
      const { status, body } = await checkout(as, undefined, second);
      if (++ended === 2) door.resolve();
      return body.code ?? status;
    };
    const outcomes = await Promise.all([attempt(), attempt(), attempt()]);
    expect(outcomes.toSorted()).toEqual([201, 'IN_PROGRESS', 'IN_PROGRESS']);
    expect(pages()).toBe(1);
  });
});

describe('a process that dies between its commit and the call of the provider', () => {
  const minutes = (count: number) => count * 60_000;

  it.each([
    ['without a key', () => undefined],
    ['with a key', randomUUID],
  ])(
    'a process that dies between its commit and the call of the provider leaves a prompt that is not sent within five minutes, %s',
    async (_name, makeKey) => {
      const [as, key] = [newLearner(), makeKey()];
      expect((await prompt(as, '0711 000 020', key, dying)).code).toBe('INTERNAL');
      for (const late of [minutes(0.5), minutes(4.5)]) {
        ahead = late;
        const all = await Promise.all(replicas(4).map((on) => prompt(as, '0711 000 020', key, on)));
        expect(new Set(statesOf(all))).toEqual(new Set(['CREATED']));
      }
      expect(prompts()).toBe(0);
    },
  );

  it('a process that dies between its commit and the call of the provider keeps nobody from a prompt after five minutes', async () => {
    const as = newLearner();
    await prompt(as, '0711 000 021', undefined, dying);
    ahead = minutes(5.5);
    expect(statesOf([await prompt(as, '0711 000 021')])).toEqual(['SENT']);
    expect(prompts()).toBe(1);
  });

  it('a process that dies between its commit and the call of the provider leaves a page that one of several requests opens after the lease', async () => {
    const as = newLearner();
    await checkout(as, undefined, dying);
    expect((await checkout(as)).body.code).toBe('IN_PROGRESS');
    ahead = minutes(1);
    delayMs = 200;
    const all = await Promise.all(replicas(6).map((on) => checkout(as, undefined, on)));
    expect([pages(), new Set(all.map(({ body }) => body.checkout_url)).size]).toEqual([1, 1]);
    expect(await database.collection('payments').countDocuments({ ownerId: as })).toBe(1);
  });
});

describe('the phone of a prompt', () => {
  it('the phone of a prompt is part of the request: one key with another number is refused, with another spelling repeated', async () => {
    const [as, key] = [newLearner(), randomUUID()];
    const first = await prompt(as, '0711 000 030', key);
    expect(refsOf([first, await prompt(as, '+254 711 000 030', key, second)]).size).toBe(1);
    expect((await prompt(as, '0711 000 031', key)).code).toBe('IDEMPOTENCY_KEY_REUSED');
    lost = /stk-push/;
    const unknown = randomUUID();
    expect((await prompt(newLearner(), '0711 000 032', unknown)).code).toBe('PROVIDER_TIMEOUT');
    expect(prompts()).toBe(2);
  });

  it('the phone of a prompt refuses another number with a key whose first response was lost', async () => {
    const [as, key] = [newLearner(), randomUUID()];
    lost = /stk-push/;
    await prompt(as, '0711 000 033', key);
    expect((await prompt(as, '0711 000 034', key)).code).toBe('IDEMPOTENCY_KEY_REUSED');
    expect(prompts()).toBe(1);
  });

  it('the phone of a prompt that is another one begins a new attempt without a key; the earlier one ends, and counts when it is paid', async () => {
    const as = newLearner();
    const mistyped = [...refsOf([await prompt(as, '0711 000 035')])][0] ?? '';
    const corrected = await prompt(as, '0711 000 036');
    expect([prompts(), statesOf([corrected])]).toEqual([2, ['SENT']]);
    expect(await rowOf(mistyped)).toMatchObject({ state: 'failed', failureReason: 'superseded' });
    expect(refsOf([await prompt(as, '0711 000 035')])).toEqual(new Set([mistyped]));
    expect(prompts()).toBe(2);
    await till.till.answerPrompt(mistyped, 'pay');
    const { body } = await billing.rest('POST', '/billing/verify', { as, body: { checkout_id: mistyped } });
    expect(body.status).toBe('activated');
  });

  it('the phone of a prompt is stored only as a keyed hash', async () => {
    const [ref = ''] = refsOf([await prompt(newLearner(), '0711 000 037')]);
    expect((await rowOf(ref))?.['phoneHash']).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(await rowOf(ref))).not.toContain('711000037');
  });
});

describe('a payment of an earlier release, without the hash of its phone', () => {
  const forget = (apiRef: string) =>
    database.collection('payments').updateOne({ apiRef }, { $unset: { phoneHash: '', callUntil: '' } });

  it.each([
    ['without a key', () => undefined],
    ['with a key', randomUUID],
  ])(
    'a payment of an earlier release, without the hash of its phone is returned by a repeat %s, and gets no second prompt',
    async (_name, makeKey) => {
      const as = newLearner();
      const [ref = ''] = refsOf([await prompt(as, '0711 000 040')]);
      await forget(ref);
      expect(refsOf([await prompt(as, '0711 000 040', makeKey())])).toEqual(new Set([ref]));
      expect(prompts()).toBe(1);
    },
  );

  it('a payment of an earlier release, without the hash of its phone is opened again when it is a page without an address', async () => {
    const as = newLearner();
    await checkout(as, undefined, dying);
    await database.collection('payments').updateMany({ ownerId: as }, { $unset: { callUntil: '' } });
    expect((await checkout(as)).status).toBe(201);
    expect(pages()).toBe(1);
  });
});

describe('a rotation of the idempotency key between a request and its repeat', () => {
  const stepsOf = () => [
    [billing, beforeSwap],
    [beforeSwap, afterSwap],
    [afterSwap, beforeSwap],
  ];

  it('a rotation of the idempotency key between a request and its repeat puts no second prompt on the phone, with a key and without', async () => {
    let phone = 711_000_050;
    for (const [first, later] of stepsOf())
      for (const key of [undefined, randomUUID()]) {
        const [as, number] = [newLearner(), `0${++phone}`];
        lost = /stk-push/;
        expect((await prompt(as, number, key, first)).code).toBe('PROVIDER_TIMEOUT');
        lost = null;
        ahead += 30_000;
        expect(statesOf([await prompt(as, number, key, later)])).toEqual(['CREATED']);
      }
    expect(prompts()).toBe(6);
  });

  it('a rotation of the idempotency key between a request and its repeat repeats a page, at the same moment on two replicas and afterwards', async () => {
    const [as, key] = [newLearner(), randomUUID()];
    const all = await Promise.all([beforeSwap, afterSwap].map((on) => patientCheckout(as, key, on)));
    for (const on of [beforeSwap, afterSwap]) all.push(await checkout(as, key, on));
    expect(all.map(({ status }) => status)).toEqual(all.map(() => 201));
    expect([pages(), new Set(all.map(({ body }) => body.checkout_url)).size]).toEqual([1, 1]);
  });

  it('a rotation of the idempotency key between a request and its repeat keeps the limit of a phone, whichever replica counts', async () => {
    const outcomes = [];
    for (let n = 0; n < 10; n += 1)
      outcomes.push(
        (await prompt(newLearner(), '0711 000 070', undefined, n % 2 ? beforeSwap : afterSwap)).code,
      );
    expect(prompts()).toBe(6);
    expect(outcomes.slice(6)).toEqual(Array.from({ length: 4 }, () => 'RATE_LIMITED'));
  });
});

describe('limits', () => {
  it('one account cannot lock the phone of somebody else, neither by prompts nor by failed requests', async () => {
    const as = newLearner();
    const phone = '0711 000 003';
    for (let n = 0; n < 8; n += 1) await prompt(as, phone, randomUUID());
    expect(prompts()).toBe(3);
    expect((await prompt(newLearner(), phone, randomUUID())).code).toBeUndefined();
  });

  it('the limit of prompts to one phone holds for prompts with different keys at the same moment, of one account and of many', async () => {
    delayMs = 200;
    const as = newLearner();
    const keys = Array.from({ length: 12 }, randomUUID);
    await Promise.all(keys.map((key, n) => prompt(as, '0711 000 004', key, n % 2 ? billing : second)));
    expect(prompts()).toBe(3);
    calls.length = 0;
    await Promise.all(
      keys.map((key, n) => prompt(newLearner(), '0711 000 005', key, n % 2 ? billing : second)),
    );
    expect(prompts()).toBe(6);
  });

  it('the limit of prompts to one phone does not count prompts that the provider refused, and counts those that may have been sent', async () => {
    const as = newLearner();
    refused = /stk-push/;
    for (let n = 0; n < 4; n += 1)
      expect((await prompt(as, '0711 000 006', randomUUID())).code).toBe('CHECKOUT_FAILED');
    [refused, lost] = [null, /stk-push/];
    for (let n = 0; n < 3; n += 1)
      expect((await prompt(as, '0711 000 006', randomUUID())).code).toBe('PROVIDER_TIMEOUT');
    lost = null;
    expect((await prompt(as, '0711 000 006', randomUUID())).code).toBe('RATE_LIMITED');
  });

  it('one account looks up at most ten unknown invoices an hour', async () => {
    const as = newLearner();
    const statuses = [];
    for (let n = 0; n < 12; n += 1) statuses.push((await verify(as, `UNKNOWN-${n}`)).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 404), 429, 429]);
    expect(calls).toHaveLength(10);
  });

  it('slow look-ups of invoices keep nobody from paying', async () => {
    slow = /payment\/status/;
    const strangers = Array.from({ length: 8 }, newLearner);
    await Promise.all(strangers.map((as) => verify(as, `SLOW-${as}`)));
    expect((await checkout(newLearner())).status).toBe(201);
  });
});
