import { createErasureRace, type ErasureRace } from '@kumbuka/service-kit/testing';
import { eventually } from '@kumbuka/testing/servers';
import { attemptsIn, eraseBeforeEachWrite, eraseUser, keptAfterErasure, missingIn } from '@kumbuka/testing';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestPage, requestPrompt } from '../testing/payment-requests.ts';
import { providerKeys, startBilling, type TestBilling } from '../testing/test-billing.ts';
import { createUseCases, type UseCases } from '../use-cases/use-cases.ts';

let race: ErasureRace;
/** Its writes are held while `eraser`, another process on the same stores, erases the learner. */
let billing: TestBilling;
let eraser: TestBilling;

beforeAll(async () => {
  eraser = await startBilling();
  race = await createErasureRace(eraser.stack.mongo.port, 'kumbuka_billing');
  billing = await startBilling({ INTASEND_URL: eraser.payments.url }, { mongo: race.mongo }, eraser);
});
afterAll(async () => {
  await billing.stop();
  race.stop();
  await eraser.stop();
});

interface Learner {
  id: number;
  phone: string;
}
let learners = 0;
async function aLearner(): Promise<Learner> {
  learners += 1;
  return { id: 7_300_000_000 + learners, phone: `0711${String(learners).padStart(6, '0')}` };
}

/** A page that was paid at the provider, which billing does not know yet. */
async function paidPage({
  id,
}: Learner): Promise<{ apiRef: string; checkoutUrl: string; invoiceId: string }> {
  const { body } = await requestPage(eraser, id);
  const { invoiceId } = await eraser.payments.press(body.checkout_url, 'pay');
  return { apiRef: body.api_ref, checkoutUrl: body.checkout_url, invoiceId };
}
const verify = (on: TestBilling, { id }: Learner, apiRef: string) =>
  on.rest('POST', '/billing/verify', {
    as: id,
    body: { checkout_id: apiRef },
    headers: { 'idempotency-key': randomUUID() },
  });
const notify = (on: TestBilling, body: object) =>
  on.rest('POST', '/billing/webhooks/intasend', { body: { challenge: providerKeys.challenge, ...body } });

const asOperator = async (on: TestBilling, document: string, variables: object = {}) =>
  on.graphql(document, { ...variables }, { token: await eraser.auth.tokenOf(1, { role: 'admin' }) });
/** Id of the refund of a paid plan. */
async function aRefund(learner: Learner): Promise<string> {
  const { apiRef, checkoutUrl, invoiceId } = await paidPage(learner);
  await verify(eraser, learner, apiRef);
  await eraser.payments.press(checkoutUrl, 'refund');
  await notify(eraser, { api_ref: apiRef, chargeback_id: 1 });
  const query = '{ refunds(isOpen: true, perPage: 100) { items { id invoiceId } } }';
  /** The other processes run their jobs once a minute. */
  const reader = await startBilling({ INTASEND_URL: eraser.payments.url }, { jobsEveryMs: 50 }, eraser);
  const id = await eventually(async () => {
    const { items } = (await asOperator(eraser, query)).data.refunds;
    const found = items.find((each: { invoiceId: string }) => each.invoiceId === invoiceId);
    expect(found).toBeDefined();
    return found.id;
  });
  await reader.stop();
  return id;
}

type Call = () => Promise<unknown>;
const settle =
  (name: string) =>
  async (learner: Learner): Promise<Call> => {
    const id = await aRefund(learner);
    return () =>
      asOperator(billing, `mutation ($id: ID!) { ${name}(input: { refundId: $id }) { id } }`, { id });
  };

/**
 * Attempts by use case; null for use cases that write nothing about a learner, and for jobs, which nobody calls: they change
 * the rows that an erasure removes in one transaction with everything else.
 */
const attempts: Partial<Record<keyof UseCases, ((learner: Learner) => Call | Promise<Call>) | null>> = {
  startCheckout:
    ({ id }) =>
    () =>
      requestPage(billing, id, randomUUID()),
  requestStkPush:
    ({ id, phone }) =>
    () =>
      requestPrompt(billing, id, phone, randomUUID()),
  verifyPayment: async (learner) => {
    const { apiRef } = await paidPage(learner);
    return () => verify(billing, learner, apiRef);
  },
  receiveNotification: async (learner) => {
    const { apiRef, invoiceId } = await paidPage(learner);
    return () => notify(billing, { api_ref: apiRef, invoice_id: invoiceId, state: 'COMPLETE' });
  },
  reconcilePayments: null,
  recheckPayment: async (learner) => {
    const { apiRef } = await paidPage(learner);
    const id = apiRef.slice('KMB-'.length);
    return () => billing.rest('POST', `/internal/payments/${id}/check`);
  },
  readStatement: null,
  readRefunds: null,
  listRefunds: null,
  endRefundedPlan: settle('endRefundedPlan'),
  keepRefundedPlan: settle('keepRefundedPlan'),
  readSubscription: null,
  endSubscriptions: null,
  remindOfEnds: null,
  sendEmails: null,
  readPayment: null,
  readPendingPayment: null,
  readOpenPrompts: null,
  listPayments: null,
  readRevenue: null,
  listConfirmed: null,
  findPayments: null,
  // Changes only rows that are there.
  fillConfirmedAt: null,
  eraseLearner: null,
  listPlans: null,
  readPlan: null,
};

const written = attemptsIn(attempts);

it('every use case is in the table of erasures', () => {
  expect(missingIn(attempts, createUseCases)).toEqual([]);
});

describe('a learner who is erased', () => {
  it.each(written)('while %s runs leaves no row', { timeout: 120_000 }, async (_name, prepare) => {
    const writes = await eraseBeforeEachWrite({
      race,
      remaining: keptAfterErasure,
      aLearner,
      prepare,
      erase: ({ id }) => eraseUser(eraser, id),
      textsOf: ({ id }) => [id],
    });
    expect(writes).toBeGreaterThan(0);
  });
});
