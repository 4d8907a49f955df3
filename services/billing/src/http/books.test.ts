import { plan } from '@kumbuka/contracts';
import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBilling, type TestBilling } from '../testing/test-billing.ts';

let billing: TestBilling;
beforeAll(async () => {
  billing = await startBilling();
});
afterAll(() => billing.stop());

const findDocument = 'query ($text: String!) { findPayments(text: $text) { id userId method state } }';
const find = async (text: string) => {
  const token = await billing.auth.tokenOf(1, { role: 'admin' });
  return (await billing.graphql(findDocument, { text }, { token })).data.findPayments;
};

it('operators find a payment by the phone of its request, however the number is written', async () => {
  const document = 'mutation ($phone: String!) { requestStkPush(input: { phone: $phone }) { id } }';
  const ask = (as: number, phone: string) => billing.graphql(document, { phone }, { as });
  expect((await ask(31, '0712345678')).data.requestStkPush).toBeTruthy();
  await ask(32, '0722000111');
  for (const text of ['0712 345 678', '+254712345678', '254712345678'])
    expect(await find(text)).toMatchObject([{ userId: '31', method: 'STK' }]);
  expect(await find('0733999888')).toEqual([]);
});

it.each([
  '{ revenue { zone } }',
  '{ confirmedPayments(from: "2026-03-01", to: "2026-03-02") { total } }',
  '{ findPayments(text: "KMB-1") { id } }',
])('learners get FORBIDDEN for %s', async (document) => {
  expect((await billing.graphql(document, {}, { as: 31 })).code).toBe('FORBIDDEN');
});

it.each([
  ['2026-03-02', '2026-03-01'],
  ['2025-01-01', '2026-03-01'],
  ['yesterday', 'today'],
])('the days from %s to %s are rejected', async (from, to) => {
  const token = await billing.auth.tokenOf(1, { role: 'admin' });
  const document = `{ confirmedPayments(from: "${from}", to: "${to}") { total } }`;
  expect((await billing.graphql(document, {}, { token })).code).toBe('VALIDATION');
});

it('a day with more than 21 million shillings is shown, instead of an overflow', async () => {
  const database = await mongoose.createConnection(billing.stack.mongo.uri('kumbuka_billing')).asPromise();
  const amountCents = 3_000_000_000;
  await database.collection('payments').insertOne({
    _id: 'large' as never,
    apiRef: 'KMB-large',
    state: 'confirmed',
    currency: plan.currency,
    confirmedAt: new Date(),
    amountCents,
  });
  await database.close();
  const token = await billing.auth.tokenOf(1, { role: 'admin' });
  const { data } = await billing.graphql('{ revenue { days { amountCents } } }', {}, { token });
  expect(data.revenue.days.at(-1)).toEqual({ amountCents });
});
