import { internalHeaders } from '@kumbuka/contracts';
import mongoose, { type Connection } from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { noon } from '../../testing/builders.ts';
import { startBilling, type TestBilling } from '../../testing/test-billing.ts';

let billing: TestBilling;
let connection: Connection;
beforeAll(async () => {
  billing = await startBilling();
  connection = await mongoose.createConnection(billing.stack.mongo.uri('kumbuka_billing')).asPromise();
});
afterAll(async () => {
  await connection.close();
  await billing.stop();
});

it('plans of more users than a page holds are listed by id, each once', async () => {
  const ids = Array.from({ length: 501 }, (_, index) => index + 1);
  const latest = { paymentId: '6f1c2b1e-8f5e-4c0a-9a51-3f2f6d1f0a11', version: 3 };
  const paid = { periodEnd: noon, isLapsed: false, remindAt: null, ...latest };
  const rows = ids.map((id) => ({ _id: id, ...paid, isLapsed: id === 2 }));
  await connection.collection<{ _id: number }>('subscriptions').insertMany(rows);

  const first = (await billing.rest('GET', '/internal/plans')).body;
  const end = noon.toISOString();
  expect(first.users.slice(0, 2)).toEqual([
    { userId: 1, paidUntil: end, expiredAt: null, ...latest },
    { userId: 2, paidUntil: end, expiredAt: end, ...latest },
  ]);
  expect(first.next).toBe(500);
  const last = (await billing.rest('GET', '/internal/plans', { query: { after: '500' } })).body;
  expect(last).toEqual({ users: [{ userId: 501, paidUntil: end, expiredAt: null, ...latest }], next: null });

  expect((await billing.rest('GET', '/internal/plans/2')).body).toEqual(first.users[1]);
  const nobody = { userId: 999, paidUntil: null, expiredAt: null, paymentId: null, version: 0 };
  expect((await billing.rest('GET', '/internal/plans/999')).body).toEqual(nobody);
});

it('the routes of plans reject requests without the internal key', async () => {
  const headers = { [internalHeaders.key]: 'another' };
  for (const path of ['/internal/plans', '/internal/plans/2'])
    expect((await billing.rest('GET', path, { headers })).status).toBe(403);
});
