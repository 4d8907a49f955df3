import { generation, monthOf, quotaUsed, userDeleted } from '@kumbuka/contracts';
import { newEvent } from '@kumbuka/event-bus';
import { eventually } from '@kumbuka/testing/servers';
import { publishEvents, testMetricsKey } from '@kumbuka/testing';
import { randomUUID } from 'node:crypto';
import mongoose, { type Connection } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCustomers } from '../testing/customers.ts';
import { providerKeys, startBilling, type TestBilling } from '../testing/test-billing.ts';

let billing: TestBilling;
let database: Connection;
let ahead = 0;
const now = () => new Date(Date.now() + ahead);
const hourMs = 3_600_000;
const days = (count: number) => count * 24 * hourMs;

beforeAll(async () => {
  billing = await startBilling({}, { now, jobsEveryMs: 100, gaugesCachedForMs: 0 });
  database = await mongoose.createConnection(billing.stack.mongo.uri('kumbuka_billing')).asPromise();
});
afterAll(async () => {
  await database.close();
  await billing.stop();
});

const { newLearner, checkout, verify, notify, status, daysLeft, typesOf } = createCustomers(
  () => billing,
  now,
);
const statementAge = async () => {
  const row = await database.collection('statements').findOne();
  return now().getTime() - Number(row?.['completeAt']);
};
const paymentRow = (apiRef: string) => database.collection('payments').findOne({ apiRef });

describe('a payment whose notifications are all lost', () => {
  it('is found by querying the provider', async () => {
    const as = newLearner();
    const { checkout_url } = await checkout(as);
    await billing.payments.press(checkout_url, 'pay');
    ahead += 60_000;
    await eventually(async () => expect(await daysLeft(as)).toBe(30), 10_000);
  });

  it('fails after seven days, and counts when an operator checks it after a late payment', async () => {
    const as = newLearner();
    const { checkout_url, api_ref } = await checkout(as);
    ahead += days(8);
    await eventually(async () => {
      expect(await paymentRow(api_ref)).toMatchObject({
        state: 'failed',
        failureReason: 'never-confirmed',
        nextCheckAt: null,
      });
    }, 10_000);
    await billing.payments.press(checkout_url, 'pay');
    const row = await paymentRow(api_ref);
    const check = () => billing.rest('POST', `/internal/payments/${String(row?._id)}/check`, { body: {} });
    billing.auth.admin.isAway = true;
    expect((await check()).status).toBe(503);
    billing.auth.admin.isAway = false;
    expect(await paymentRow(api_ref)).toMatchObject({ state: 'failed' });
    const response = await check();
    const target = `payment ${String(row?._id)}`;
    expect(billing.auth.recorded).toEqual([
      expect.objectContaining({ by: 'process', action: 'recheckPayment', target, result: 'started' }),
      expect.objectContaining({ by: 'process', action: 'recheckPayment', target, result: 'ok' }),
    ]);
    expect(response.body).toMatchObject({ state: 'confirmed', failureReason: null });
    expect(await daysLeft(as)).toBe(30);
    ahead -= days(8);
  });
});

describe('a payment without a notification', () => {
  const paymentsOf = (apiRef: string) =>
    database.collection('payments').countDocuments({ 'repeatOf.apiRef': apiRef, state: 'confirmed' });

  it('a page that was paid three times without a notification gives thirty days for each payment, once', async () => {
    const as = newLearner();
    const { checkout_url, api_ref } = await checkout(as);
    for (const button of ['pay', 'again', 'again'] as const)
      await billing.payments.press(checkout_url, button);
    await verify(as, { checkout_id: api_ref });
    ahead += hourMs;
    await eventually(async () => expect(await daysLeft(as)).toBe(90), 10_000);
    for (let time = 0; time < 3; time++) {
      ahead += hourMs;
      await eventually(async () => expect(await statementAge()).toBeLessThan(hourMs / 2), 10_000);
    }
    expect([await daysLeft(as), await paymentsOf(api_ref)]).toEqual([90, 2]);
    ahead -= 4 * hourMs;
  }, 30_000);

  it('a paid prompt whose response was lost is found without a notification', async () => {
    const as = newLearner();
    const prompt = 'mutation { requestStkPush(input: { phone: "0722 111 333" }) { apiRef } }';
    const { data } = await billing.graphql(prompt, {}, { as });
    const { apiRef } = data.requestStkPush;
    const nameless = { invoiceId: null, state: 'created', nextCheckAt: null };
    await database.collection('payments').updateOne({ apiRef }, { $set: nameless });
    await billing.payments.answerPrompt(apiRef, 'pay');
    ahead += hourMs;
    await eventually(async () => expect(await daysLeft(as)).toBe(30), 10_000);
    ahead -= hourMs;
  });

  it('a page that was paid weeks after it had failed is found without a notification', async () => {
    const as = newLearner();
    const { checkout_url, api_ref } = await checkout(as);
    ahead += days(20);
    await eventually(
      async () => expect(await paymentRow(api_ref)).toMatchObject({ state: 'failed' }),
      10_000,
    );
    await billing.payments.press(checkout_url, 'pay');
    ahead += hourMs;
    await eventually(async () => expect(await daysLeft(as)).toBe(30), 10_000);
    ahead -= days(20) + hourMs;
  });

  it('a payment of another amount is not accepted without a notification', async () => {
    const as = newLearner();
    const { checkout_url, api_ref } = await checkout(as);
    await billing.payments.press(checkout_url, 'different');
    ahead += hourMs;
    await eventually(
      async () => expect(await paymentRow(api_ref)).toMatchObject({ failureReason: 'mismatch' }),
      10_000,
    );
    expect(await daysLeft(as)).toBe(0);
    ahead -= hourMs;
  });
});

describe('a paid plan', () => {
  it('publishes its end once, also while a payment page is open', async () => {
    const as = newLearner();
    const { checkout_url, api_ref } = await checkout(as);
    await billing.payments.press(checkout_url, 'pay');
    await verify(as, { checkout_id: api_ref });
    ahead += days(30) + 2 * hourMs;
    expect(await status(as)).toMatchObject({ subscription_status: 'inactive', current_period_end: null });
    await eventually(async () => expect((await typesOf(as)).at(-1)).toBe('subscription-expired'), 10_000);
    expect((await verify(as, { checkout_id: api_ref })).subscription_status).toBe('inactive');
    ahead -= days(30) + 2 * hourMs;
    // A clock that was fast takes no paid time away.
    expect(await daysLeft(as)).toBe(30);
    expect((await typesOf(as)).filter((type) => type === 'subscription-expired')).toHaveLength(1);
  });

  it('sends one receipt and, three days before its end, one reminder', async () => {
    const as = newLearner();
    const { checkout_url, api_ref } = await checkout(as);
    await billing.payments.press(checkout_url, 'pay');
    await Promise.all([1, 2, 3].map(() => verify(as, { checkout_id: api_ref })));
    const emails = () => billing.auth.mails.filter(({ userId }) => userId === as).map(({ letter }) => letter);
    await eventually(() => expect(emails()).toHaveLength(1), 10_000);
    expect(emails()[0]).toMatchObject({
      template: 'receipt',
      data: { amountCents: 10_000, currency: 'KES' },
    });
    ahead += days(28);
    await eventually(
      () => expect(emails().map(({ template }) => template)).toEqual(['receipt', 'renewal-reminder']),
      10_000,
    );
    ahead -= days(28);
  });
});

describe('money that no account owns', () => {
  const metric = async () => {
    const { text } = await billing.rest('GET', '/metrics', { token: testMetricsKey });
    return Number(/^billing_payments_without_owner (\d+)$/m.exec(text)?.[1]);
  };

  it('is counted for operators when it comes after the account was erased', async () => {
    const before = await metric();
    const as = newLearner();
    const { checkout_url, api_ref } = await checkout(as);
    await database.collection('payments').updateOne({ apiRef: api_ref }, { $set: { ownerId: null } });
    await billing.payments.press(checkout_url, 'pay');
    ahead += hourMs;
    await eventually(async () => expect((await paymentRow(api_ref))?.['state']).toBe('paid'), 10_000);
    await eventually(async () => expect(await metric()).toBe(before + 1), 10_000);
    ahead -= hourMs;
  });

  it('is counted when it is another amount, and until an operator settles it', async () => {
    const before = await metric();
    const { checkout_url, api_ref } = await checkout(newLearner());
    await database.collection('payments').updateOne({ apiRef: api_ref }, { $set: { ownerId: null } });
    await billing.payments.press(checkout_url, 'different');
    ahead += hourMs;
    await eventually(
      async () => expect(await paymentRow(api_ref)).toMatchObject({ failureReason: 'mismatch' }),
      10_000,
    );
    await eventually(async () => expect(await metric()).toBe(before + 1), 10_000);
    await database.collection('payments').updateOne({ apiRef: api_ref }, { $set: { settledAt: now() } });
    await eventually(async () => expect(await metric()).toBe(before), 10_000);
    ahead -= hourMs;
  });

  it('is counted when it comes more than thirty days after its payment was begun', async () => {
    const before = await metric();
    const { checkout_url, api_ref } = await checkout(newLearner());
    const begun = { ownerId: null, createdAt: new Date(now().getTime() - days(45)) };
    await database.collection('payments').updateOne({ apiRef: api_ref }, { $set: begun });
    await billing.payments.press(checkout_url, 'pay');
    await notify({ challenge: providerKeys.challenge, api_ref });
    await eventually(async () => expect(await metric()).toBe(before + 1), 10_000);
  });

  it('is entered into the books when its payment was lost with a restored backup', async () => {
    const { checkout_url, api_ref } = await checkout(newLearner());
    await billing.payments.press(checkout_url, 'pay');
    await database.collection('payments').deleteOne({ apiRef: api_ref });
    ahead += 2 * hourMs;
    await eventually(
      async () => expect(await paymentRow(api_ref)).toMatchObject({ ownerId: null, state: 'paid' }),
      10_000,
    );
    ahead -= 2 * hourMs;
  });
});

describe('a payment that was found at the provider', () => {
  const promptWith = (as: number, key: string) =>
    billing.graphql(
      'mutation { requestStkPush(input: { phone: "0722 111 444" }) { apiRef state } }',
      {},
      { as, headers: { 'idempotency-key': key } },
    );

  it('does not block the Idempotency-Key of the payment that a restored backup has lost', async () => {
    const [as, key] = [newLearner(), randomUUID()];
    const { apiRef } = (await promptWith(as, key)).data.requestStkPush;
    await billing.payments.answerPrompt(apiRef, 'pay');
    await database.collection('payments').deleteOne({ apiRef });
    // Later than the pause after a pass at the time of the test before.
    ahead += 4 * hourMs;
    await eventually(
      async () => expect(await paymentRow(apiRef)).toMatchObject({ ownerId: null, state: 'paid' }),
      10_000,
    );
    const { data } = await promptWith(as, key);
    expect(data.requestStkPush).toMatchObject({ state: 'SENT' });
    expect(data.requestStkPush.apiRef).not.toBe(apiRef);
    ahead -= 4 * hourMs;
  });

  it('is ended by a check of an operator when the provider has no invoice for it', async () => {
    const [id, apiRef] = [randomUUID(), `KMB-${randomUUID()}`];
    const { api_ref } = await checkout(newLearner());
    const found = { _id: id as never, apiRef, ownerId: null, state: 'created', invoiceId: null };
    const changes = {
      checkoutId: null,
      nextCheckAt: null,
      createdAt: new Date(now().getTime() - 2 * hourMs),
    };
    await database.collection('payments').insertOne({ ...(await paymentRow(api_ref)), ...found, ...changes });
    const { body } = await billing.rest('POST', `/internal/payments/${id}/check`, { body: {} });
    expect(body).toMatchObject({ state: 'failed', failureReason: 'never-confirmed' });
    expect(await paymentRow(apiRef)).toMatchObject({ state: 'failed' });
  });
});

describe('the prompts of a month', () => {
  const usageUpdate = (userId: number, month: string, used: number, version: number) =>
    newEvent(quotaUsed, {
      key: userId,
      aggregate: { id: `${userId}:${month}`, version },
      occurredAt: new Date(),
      data: { userId, month, used, limit: 5, usedAt: new Date().toISOString() },
    });

  it('are those of the latest event of ai about this month, whatever arrives late', async () => {
    const as = newLearner();
    const month = monthOf(now(), generation.timezoneDefault);
    await publishEvents(billing.stack, [
      usageUpdate(as, month, 4, 4),
      usageUpdate(as, month, 3, 3),
      usageUpdate(as, '2020-01', 5, 9),
    ]);
    await eventually(
      async () => expect(await status(as)).toMatchObject({ month_used: 4, month_remaining: 1 }),
      10_000,
    );
    ahead += days(32);
    expect(await status(as)).toMatchObject({ month_used: 0, month_remaining: 5 });
    ahead -= days(32);
  });
});

describe('a deleted learner', () => {
  it('gets no queued email: the step of a deletion removes it without waiting for the event', async () => {
    const as = newLearner();
    const emails = database.collection<{ _id: string; ownerId: number; dueAt: Date }>('letters');
    const dueAt = new Date(Date.now() + days(365));
    await emails.insertOne({ _id: `renewal-reminder:${as}`, ownerId: as, dueAt });
    await billing.rest('POST', '/internal/users/deletion', {
      body: { deletionId: randomUUID(), userIds: [as], dryRun: false },
    });
    expect(await emails.countDocuments({ ownerId: as })).toBe(0);
  });

  it('leaves payments without an owner, and late notifications give no time', async () => {
    const as = newLearner();
    const first = await checkout(as);
    await billing.payments.press(first.checkout_url, 'pay');
    await verify(as, { checkout_id: first.api_ref });
    const second = await checkout(as);
    await publishEvents(billing.stack, [
      newEvent(userDeleted, {
        key: as,
        aggregate: { id: as, version: 99 },
        occurredAt: new Date(),
        data: { userId: as, deletedAt: new Date().toISOString() },
      }),
    ]);
    await eventually(
      async () =>
        expect(await paymentRow(first.api_ref)).toMatchObject({ ownerId: null, state: 'confirmed' }),
      10_000,
    );
    const { invoiceId } = await billing.payments.press(second.checkout_url, 'pay');
    await notify({ challenge: providerKeys.challenge, api_ref: second.api_ref, invoice_id: invoiceId });
    await eventually(
      async () => expect(await paymentRow(second.api_ref)).toMatchObject({ ownerId: null, state: 'paid' }),
      10_000,
    );
    expect(await database.collection('subscriptions').countDocuments({ _id: as as never })).toBe(0);
    expect((await billing.rest('POST', '/billing/checkout', { as, body: {} })).status).toBe(401);
  });

  it('a page that is paid again during the deletion leaves no name of the learner in the books', async () => {
    const as = newLearner();
    const { checkout_url, api_ref } = await checkout(as);
    const { invoiceId } = await billing.payments.press(checkout_url, 'twice');
    await verify(as, { checkout_id: api_ref, invoice_id: invoiceId });
    await database
      .collection('learners')
      .updateOne({ _id: as as never }, { $set: { erasedAt: now(), paymentCount: 0 } });
    ahead += hourMs;
    const repeated = () => database.collection('payments').findOne({ 'repeatOf.apiRef': api_ref });
    await eventually(
      async () => expect(await repeated()).toMatchObject({ ownerId: null, state: 'paid' }),
      10_000,
    );
    ahead -= hourMs;
  });
});
