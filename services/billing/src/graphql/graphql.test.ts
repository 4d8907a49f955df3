import mongoose, { type Connection } from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createStores } from '../store/stores.ts';
import { aPayment, noon } from '../testing/builders.ts';
import { startBilling, type TestBilling } from '../testing/test-billing.ts';

let service: TestBilling;
let connection: Connection;
beforeAll(async () => {
  service = await startBilling();
  connection = await mongoose.createConnection(service.stack.mongo.uri('kumbuka_billing')).asPromise();
  const { payments, learners } = createStores(connection);
  for (const hour of [1, 2, 3]) {
    await learners.incrementPaymentCount(7);
    await payments.insert(
      aPayment({ id: `p${hour}`, apiRef: `KMB-${hour}`, createdAt: new Date(noon.getTime() + hour) }),
    );
  }
});
afterAll(async () => {
  await connection.close();
  await service.stop();
});

const subscription = `{ viewer { subscription {
  status currentPeriodEnd monthUsed monthFreeLimit monthRemaining unlimited
  pendingPayment { id state steps { state } } payments(perPage: 2) { items { id } pageInfo { totalItems hasNext } }
} } }`;

it('GraphQL shows a learner who never paid as inactive, with all free prompts left', async () => {
  const { data } = await service.graphql(subscription, {}, { as: 8 });
  expect(data.viewer.subscription).toEqual({
    status: 'INACTIVE',
    currentPeriodEnd: null,
    monthUsed: 0,
    monthFreeLimit: 5,
    monthRemaining: 5,
    unlimited: false,
    pendingPayment: null,
    payments: { items: [], pageInfo: { totalItems: 0, hasNext: false } },
  });
});

it('GraphQL lists payments latest first, and the latest open one as pending', async () => {
  const { data } = await service.graphql(subscription, {}, { as: 7 });
  expect(data.viewer.subscription).toMatchObject({
    pendingPayment: { id: 'p3', state: 'CREATED', steps: [{ state: 'CREATED' }] },
    payments: { items: [{ id: 'p3' }, { id: 'p2' }], pageInfo: { totalItems: 3, hasNext: true } },
  });
});

it("GraphQL responds for another learner's payment as for one that does not exist", async () => {
  const readPayment = (id: string, as: number) =>
    service.graphql('query ($id: ID!) { payment(id: $id) { apiRef } }', { id }, { as });
  expect((await readPayment('p1', 7)).data.payment).toEqual({ apiRef: 'KMB-1' });
  const [foreign, missing] = [await readPayment('p1', 8), await readPayment('p9', 8)];
  expect(foreign.code).toBe('PAYMENT_NOT_FOUND');
  expect(foreign).toEqual(missing);
});

it('plan and prompts over REST have the names of the specification', async () => {
  const { status, body } = await service.rest('GET', '/billing/status', { as: 8 });
  expect([status, body]).toEqual([
    200,
    {
      subscription_status: 'inactive',
      current_period_end: null,
      month_used: 0,
      month_free_limit: 5,
      month_remaining: 5,
      unlimited: false,
      debug: { active_server_view: false },
    },
  ]);
});
