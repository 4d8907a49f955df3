import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startBilling, type TestBilling } from '../testing/test-billing.ts';

/** Provider in front of the till that loses the responses to chosen calls after it has done what they request. */
let provider: Server;
let lost: RegExp | null = null;
let slow: RegExp | null = null;
const calls: string[] = [];
let billing: TestBilling;
let till: TestBilling;

/** Passes a call on to the provider of the tests; some calls never get an answer, some lose it. */
async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url ?? '';
  calls.push(path);
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  if (slow?.test(path)) return;
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
  billing = await startBilling({ INTASEND_URL: `http://127.0.0.1:${port}`, INTASEND_TIMEOUT_MS: '1500' });
});
afterAll(async () => {
  await billing.stop();
  await till.stop();
  provider.closeAllConnections();
  provider.close();
});
beforeEach(() => {
  [lost, slow] = [null, null];
  calls.length = 0;
});

let learners = 0;
const newLearner = () => ++learners;
const prompts = () => calls.filter((path) => path.includes('stk-push')).length;
const pages = () => calls.filter((path) => path.endsWith('/checkout/')).length;
const keyed = (key?: string) => (key === undefined ? {} : { headers: { 'idempotency-key': key } });

const prompt = (as: number, phone = '0712 345 678', key?: string) =>
  billing.graphql(
    'mutation ($phone: String!) { requestStkPush(input: { phone: $phone }) { apiRef state } }',
    { phone },
    { as, ...keyed(key) },
  );
const checkout = (as: number, key?: string) =>
  billing.rest('POST', '/billing/checkout', { as, body: {}, ...keyed(key) });
const verify = (as: number, invoiceId: string) =>
  billing.rest('POST', '/billing/verify', { as, body: { invoice_id: invoiceId } });

describe('a repeat with the same Idempotency-Key', () => {
  it('sends no second prompt after the response to the first one was lost', async () => {
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

  it('opens a page under another reference after the first one was lost, for nobody can pay on that', async () => {
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
  it('returns the checkout that is still open', async () => {
    const as = newLearner();
    const first = (await checkout(as)).body;
    expect((await checkout(as)).body).toEqual(first);
    expect((await checkout(newLearner())).body.api_ref).not.toBe(first.api_ref);
    expect(pages()).toBe(2);
  });

  it('returns the prompt that is still open, also when two arrive together', async () => {
    const as = newLearner();
    const both = await Promise.all([prompt(as, '0711 000 002'), prompt(as, '0711 000 002')]);
    const refs = both.flatMap(({ data }) => data?.requestStkPush?.apiRef ?? []);
    expect(new Set(refs).size).toBe(1);
    expect((await prompt(as, '0711 000 002')).data.requestStkPush.apiRef).toBe(refs[0]);
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
