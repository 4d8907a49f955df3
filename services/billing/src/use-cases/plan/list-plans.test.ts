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

it('plans of more users than a page holds are told by id, each once', async () => {
  const ids = Array.from({ length: 501 }, (_, index) => index + 1);
  const paid = { periodEnd: noon, paymentId: 'p', isLapsed: false, remindAt: null, version: 1 };
  const rows = ids.map((id) => ({ _id: id, ...paid, isLapsed: id === 2 }));
  await connection.collection<{ _id: number }>('subscriptions').insertMany(rows);

  const first = (await billing.rest('GET', '/internal/plans')).body;
  const end = noon.toISOString();
  expect(first.users.slice(0, 2)).toEqual([
    { userId: 1, paidUntil: end, expiredAt: null },
    { userId: 2, paidUntil: end, expiredAt: end },
  ]);
  expect(first.next).toBe(500);
  const last = (await billing.rest('GET', '/internal/plans', { query: { after: '500' } })).body;
  expect(last).toEqual({ users: [{ userId: 501, paidUntil: end, expiredAt: null }], next: null });

  expect((await billing.rest('GET', '/internal/plans/2')).body).toEqual(first.users[1]);
  const nobody = { userId: 999, paidUntil: null, expiredAt: null };
  expect((await billing.rest('GET', '/internal/plans/999')).body).toEqual(nobody);
});

it('plans are for processes only', async () => {
  const headers = { [internalHeaders.key]: 'another' };
  for (const path of ['/internal/plans', '/internal/plans/2'])
    expect((await billing.rest('GET', path, { headers })).status).toBe(403);
});
