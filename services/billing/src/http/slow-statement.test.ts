import { eventually, freePort } from '@kumbuka/testing/servers';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import mongoose, { type Connection } from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBilling, type TestBilling } from '../testing/test-billing.ts';

const hour = 3_600_000;
let billing: TestBilling;
let provider: Server;
let database: Connection;
let ahead = 0;
const now = () => new Date(Date.now() + ahead);

/** Prepared responses of the list that are held back. */
const waiting: (() => void)[] = [];
let isSlow = false;
const turn = () => (isSlow ? new Promise<void>((resolve) => waiting.push(resolve)) : undefined);

beforeAll(async () => {
  const port = await freePort();
  billing = await startBilling({ INTASEND_URL: `http://127.0.0.1:${port}` }, { now, jobsEveryMs: 50 });
  database = await mongoose.createConnection(billing.stack.mongo.uri('kumbuka_billing')).asPromise();
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
    const said = await response.text();
    if (url.includes('state=COMPLETE')) await turn();
    reply.writeHead(response.status, { 'content-type': 'application/json' }).end(said);
  });
  await once(provider.listen(port, '127.0.0.1'), 'listening');
});
afterAll(async () => {
  await database.close();
  await billing.stop();
  provider.close();
});

it('a payment made while the statement is being read is found by the next read, an hour after the start of the first', async () => {
  const { body: checkout } = await billing.rest('POST', '/billing/checkout', { as: 1, body: {} });
  const failedPayment = () => database.collection('payments').findOne({ state: 'failed' });
  ahead += 20 * 24 * hour;
  await eventually(async () => expect(await failedPayment()).not.toBeNull(), 10_000);

  isSlow = true;
  ahead += hour;
  await eventually(async () => expect(waiting).toHaveLength(1), 10_000);
  await billing.payments.press(checkout.checkout_url, 'pay');
  ahead += hour;
  isSlow = false;
  for (const send of waiting) send();
  const status = async () => (await billing.rest('GET', '/billing/status', { as: 1 })).body;
  await eventually(async () => expect((await status()).subscription_status).toBe('active'), 10_000);
});
