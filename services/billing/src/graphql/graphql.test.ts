import { watchCommands } from '@kumbuka/service-kit/testing';
import { buildTestService, startStack, type TestService, type TestStack } from '@kumbuka/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { loadConfig } from '../config.ts';
import { createStores } from '../store/stores.ts';
import { aPayment, noon } from '../testing/builders.ts';
import { billingEnv } from '../testing/test-billing.ts';

let stack: TestStack;
let service: TestService;
let watched: ReturnType<typeof watchCommands>;
beforeAll(async () => {
  stack = await startStack();
  // Jobs send commands to the other collections.
  const collections = ['learners', 'refunds'];
  watched = watchCommands({ url: stack.env.MONGO_URL, database: 'kumbuka_billing', collections });
  const { mongo } = watched;
  const env = billingEnv();
  service = await buildTestService((config) => createApp(config, { mongo }), loadConfig, { stack, env });
  const { payments, learners, refunds } = createStores(mongo.connection);
  for (const hour of [1, 2, 3]) {
    await learners.incrementPaymentCount(7);
    await payments.insert(
      aPayment({ id: `p${hour}`, apiRef: `KMB-${hour}`, createdAt: new Date(noon.getTime() + hour) }),
    );
    const refund = { invoiceId: null, amountCents: 100, reason: '', status: '' };
    await refunds.note({ ...refund, id: `r${hour}` }, null, noon);
  }
});
afterAll(async () => {
  await service.stop();
  await stack.stop();
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

it.each([
  ['userPayments(userId: 7, perPage: 4)', []],
  ['userPayments(userId: 7, perPage: 3)', ['find learners']],
  ['refunds(perPage: 4)', ['find refunds']],
  ['refunds(perPage: 3)', ['find refunds', 'aggregate refunds']],
])('commands to MongoDB beside those to payments of a list as %s are %o', async (list, expected) => {
  const query = `{ ${list} { items { id } pageInfo { totalItems } } }`;
  const token = await service.auth.tokenOf(7, { role: 'admin' });
  const sent = await watched.commandsOf(async () => {
    const { data } = await service.graphql(query, {}, { token });
    expect(JSON.stringify(data)).toContain('"totalItems":3');
  });
  expect(sent).toEqual(expected);
});
