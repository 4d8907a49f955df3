import { eventually, freePort } from '@kumbuka/testing/servers';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBilling, type TestBilling } from '../testing/test-billing.ts';

const duePayments = 50;
const answerMs = 7_000;
let billing: TestBilling;
let provider: Server;
let aheadMs = 0;
const now = () => new Date(Date.now() + aheadMs);
/** Monotonic clock of the jobs; each query of a payment takes seven seconds of it. */
let monotonic = 0;
/** Queried payments, with the result of the liveness probe at the end of each query. */
const queried = new Map<string, number>();

beforeAll(async () => {
  const port = await freePort();
  billing = await startBilling(
    { INTASEND_URL: `http://127.0.0.1:${port}` },
    { now, jobsEveryMs: 100, monotonic: () => monotonic },
  );
  provider = createServer(async (request, reply) => {
    const { method = 'GET', url = '/', headers } = request;
    const body = await text(request);
    const response = await fetch(`${billing.payments.url}${url}`, {
      method,
      headers: {
        authorization: headers.authorization ?? '',
        'content-type': headers['content-type'] ?? 'application/json',
      },
      ...(body ? { body } : {}),
    });
    if (url.includes('status')) {
      monotonic += answerMs;
      queried.set(body, (await billing.rest('GET', '/health/live')).status);
    }
    reply.writeHead(response.status, { 'content-type': 'application/json' }).end(await response.text());
  });
  await once(provider.listen(port, '127.0.0.1'), 'listening');
});
afterAll(async () => {
  await billing.stop();
  provider.close();
});

it('50 due payments with answers of 7 s are all checked, and the liveness probe never fails', async () => {
  for (let as = 1; as <= duePayments; as++)
    expect((await billing.rest('POST', '/billing/checkout', { as, body: {} })).status).toBe(201);
  aheadMs += 60_000;
  await eventually(() => expect(queried.size).toBe(duePayments), 20_000);
  expect(new Set(queried.values())).toEqual(new Set([200]));
});
