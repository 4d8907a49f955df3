import { eventually } from '@kumbuka/testing/servers';
import { eventsOf } from '@kumbuka/testing';
import mongoose, { type Connection } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { providerKeys, startBilling, type TestBilling } from '../testing/test-billing.ts';

let billing: TestBilling;
let database: Connection;
let learner = 100;
let ahead = 0;
const now = () => new Date(Date.now() + ahead);
const hourMs = 3_600_000;
const operator = 1;

beforeAll(async () => {
  billing = await startBilling({}, { now, jobsEveryMs: 50 });
  database = await mongoose.createConnection(billing.stack.mongo.uri('kumbuka_billing')).asPromise();
});
afterAll(async () => {
  await database.close();
  await billing.stop();
});

const refundsQuery = `query ($isOpen: Boolean) { refunds(isOpen: $isOpen, perPage: 100) { items {
  id invoiceId amountCents reason status outcome payment { apiRef userId amountCents receiptNumber } planEnd planEndAfter
} } }`;
const end = 'mutation ($id: ID!) { endRefundedPlan(input: { refundId: $id }) { id outcome } }';
const keep = 'mutation ($id: ID!) { keepRefundedPlan(input: { refundId: $id }) { id outcome } }';

interface Note {
  id: string;
  invoiceId: string;
}
const asOperator = async (document: string, variables: object = {}) =>
  billing.graphql(
    document,
    { ...variables },
    { token: await billing.auth.tokenOf(operator, { role: 'admin' }) },
  );
const notes = async (isOpen = true): Promise<Note[]> =>
  (await asOperator(refundsQuery, { isOpen })).data.refunds.items;
const noteOf = async (invoiceId: string, isOpen = true) =>
  (await notes(isOpen)).find((note) => note.invoiceId === invoiceId);

interface Paid {
  as: number;
  checkoutUrl: string;
  apiRef: string;
  invoiceId: string;
}
async function pay(as = ++learner): Promise<Paid> {
  const { body } = await billing.rest('POST', '/billing/checkout', { as, body: {} });
  const { invoiceId } = await billing.payments.press(body.checkout_url, 'pay');
  await billing.rest('POST', '/billing/verify', { as, body: { checkout_id: body.api_ref } });
  return { as, checkoutUrl: body.checkout_url, apiRef: body.api_ref, invoiceId };
}

const mentionOf = (apiRef: string) => ({
  challenge: providerKeys.challenge,
  api_ref: apiRef,
  chargeback_id: 1,
});
const notify = (body: object) => billing.rest('POST', '/billing/webhooks/intasend', { body });
const status = async (as: number) =>
  (await billing.rest('GET', '/billing/status', { as })).body.subscription_status;
const daysLeft = async (as: number) => {
  const { current_period_end: until } = (await billing.rest('GET', '/billing/status', { as })).body;
  return until === null ? 0 : Math.round((Date.parse(until) - now().getTime()) / (24 * hourMs));
};

const payThrice = async () => {
  const first = await pay();
  return [first, await pay(first.as), await pay(first.as)] as const;
};

/** Takes the money of a payment back at the provider, and has a notification mention it. */
async function takeBack(
  { checkoutUrl, apiRef, invoiceId }: Paid,
  button: 'refund' | 'chargeback' = 'refund',
) {
  await billing.payments.press(checkoutUrl, button);
  expect((await notify(mentionOf(apiRef))).status).toBe(200);
  return eventually(async () => {
    const note = await noteOf(invoiceId);
    expect(note).toBeDefined();
    return note as Note;
  }, 10_000);
}

const eventsAbout = async (as: number) =>
  (await eventsOf(billing.stack, 'kumbuka_billing')).filter(
    ({ type, key }) => type === 'billing.subscription-shortened' && key === String(as),
  );

describe('a refund or a chargeback', () => {
  it('is shown to operators with payment, learner and amount, and changes nothing by itself', async () => {
    const paid = await pay();
    await takeBack(paid, 'chargeback');
    expect(await noteOf(paid.invoiceId)).toMatchObject({
      amountCents: 10_000,
      reason: 'Chargeback of the card holder',
      outcome: null,
      payment: { apiRef: paid.apiRef, userId: String(paid.as), amountCents: 10_000 },
    });
    expect(await status(paid.as)).toBe('active');
  });

  it('is found within the hour without a notification', async () => {
    const paid = await pay();
    await billing.payments.press(paid.checkoutUrl, 'refund');
    ahead += hourMs;
    await eventually(async () => expect(await noteOf(paid.invoiceId)).toBeDefined(), 10_000);
  });

  it('of a forged or invented notification ends no plan and records nothing', async () => {
    const paid = await pay();
    const idsOf = async () => (await notes()).map(({ id }) => id);
    const before = await idsOf();
    expect((await notify({ ...mentionOf(paid.apiRef), challenge: 'guessed' })).status).toBe(403);
    const claims = { state: 'REFUNDED', amount: '100.00', invoice_id: paid.invoiceId };
    expect((await notify({ ...mentionOf(paid.apiRef), ...claims })).status).toBe(200);
    ahead += hourMs;
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await idsOf()).toEqual(before);
    expect(await status(paid.as)).toBe('active');
  });

  it('is not shown to learners', async () => {
    const { as, ...paid } = await pay();
    const { id } = await takeBack({ as, ...paid });
    for (const [document, variables] of [
      [refundsQuery, {}],
      [end, { id }],
      [keep, { id }],
    ] as const)
      expect((await billing.graphql(document, variables, { as })).code).toBe('FORBIDDEN');
    expect(await status(as)).toBe('active');
  });
});

describe('the act of an operator', () => {
  it('ends the plan once with one event and one email, however many press at the same moment', async () => {
    const paid = await pay();
    const { id } = await takeBack(paid);
    const responses = await Promise.all(Array.from({ length: 5 }, () => asOperator(end, { id })));
    expect(responses.map(({ data }) => data?.endRefundedPlan)).toEqual(
      Array.from({ length: 5 }, () => ({ id, outcome: 'ENDED' })),
    );
    expect(await status(paid.as)).toBe('inactive');
    expect(await eventsAbout(paid.as)).toHaveLength(1);
    const emails = () =>
      billing.auth.mails.filter(({ userId, letter }) => userId === paid.as && letter.template === 'refund');
    await eventually(() => expect(emails()).toHaveLength(1), 10_000);
    await asOperator(end, { id });
    expect(await eventsAbout(paid.as)).toHaveLength(1);
    expect(await noteOf(paid.invoiceId)).toBeUndefined();
    expect(await noteOf(paid.invoiceId, false)).toMatchObject({ outcome: 'ENDED' });
  });

  it('is recorded before it happens, and does not happen while it cannot be recorded', async () => {
    const paid = await pay();
    const { id } = await takeBack(paid);
    billing.auth.admin.isAway = true;
    expect((await asOperator(end, { id })).code).toBe('UNAVAILABLE');
    billing.auth.admin.isAway = false;
    expect(await status(paid.as)).toBe('active');
    const recordedBefore = billing.auth.recorded.length;
    await asOperator(end, { id });
    const action = { action: 'endRefundedPlan', by: operator };
    expect(billing.auth.recorded.slice(recordedBefore)).toEqual([
      expect.objectContaining({ ...action, target: `refund ${id}`, result: 'started' }),
      expect.objectContaining({ ...action, result: 'ok' }),
    ]);
  });

  it('leaves the days of another payment, also when one payment was refunded in two parts', async () => {
    const first = await pay();
    await pay(first.as);
    expect(await daysLeft(first.as)).toBe(60);
    const { id } = await takeBack(first);
    await billing.payments.press(first.checkoutUrl, 'refund');
    await notify(mentionOf(first.apiRef));
    const both = await eventually(async () => {
      const found = (await notes()).filter(({ invoiceId }) => invoiceId === first.invoiceId);
      expect(found).toHaveLength(2);
      return found;
    }, 10_000);
    expect(both.map((note) => note.id)).toContain(id);
    await Promise.all(both.map((note) => asOperator(end, { id: note.id })));
    expect(await daysLeft(first.as)).toBe(30);
    expect(await eventsAbout(first.as)).toHaveLength(1);
  });

  it('can also keep the plan, which is no longer ended afterwards', async () => {
    const paid = await pay();
    const { id } = await takeBack(paid);
    expect((await asOperator(keep, { id })).data.keepRefundedPlan).toEqual({ id, outcome: 'KEPT' });
    expect((await asOperator(end, { id })).data.endRefundedPlan).toEqual({ id, outcome: 'KEPT' });
    expect(await status(paid.as)).toBe('active');
    expect((await asOperator(end, { id: 'unknown' })).code).toBe('REFUND_NOT_FOUND');
  });
});

it('an operator can read what a learner has paid, and no other learner can', async () => {
  const { as, apiRef } = await pay();
  const query =
    'query ($id: ID!) { userPayments(userId: $id) { items { apiRef state } pageInfo { totalItems } } }';
  const recordedBefore = billing.auth.recorded.length;
  expect((await asOperator(query, { id: String(as) })).data.userPayments).toEqual({
    items: [{ apiRef, state: 'CONFIRMED' }],
    pageInfo: { totalItems: 1 },
  });
  expect(billing.auth.recorded.slice(recordedBefore)).toEqual([
    expect.objectContaining({ by: operator, action: 'userPayments', target: `user ${as}`, result: 'ok' }),
  ]);
  const rejected = await billing.graphql(query, { id: String(as) }, { as: as + 1 });
  expect([rejected.code, rejected.data]).toEqual(['FORBIDDEN', null]);
});

it('two refunded payments, the second in its own days, leave the thirty days of a third', async () => {
  const [first, second] = await payThrice();
  await asOperator(end, { id: (await takeBack(first)).id });
  expect(await daysLeft(first.as)).toBe(60);
  ahead += 20 * 24 * hourMs;
  const { id } = await takeBack(second);
  await asOperator(end, { id });
  expect(await daysLeft(first.as)).toBe(30);
});

it('the refund of a payment leaves the thirty days of a payment that was made after an earlier refund', async () => {
  const [first, second] = [await pay(), await pay(learner)];
  await asOperator(end, { id: (await takeBack(first)).id });
  ahead += 10 * 24 * hourMs;
  await pay(first.as);
  expect(await daysLeft(first.as)).toBe(50);
  const { id } = await takeBack(second);
  await asOperator(end, { id });
  expect(await daysLeft(first.as)).toBe(30);
});
