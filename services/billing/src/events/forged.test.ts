import { forge } from '@kumbuka/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBilling, type TestBilling } from '../testing/test-billing.ts';
import { listeners } from './consumes.ts';

let billing: TestBilling;
beforeAll(async () => {
  billing = await startBilling();
});
afterAll(() => billing.stop());

const unused = () => {
  throw new Error('Only the contracts are read.');
};
const consumed = listeners({ within: unused, eraseLearner: unused }).map(({ contract }) => contract);

it('a forged event of any kind is a dead letter and changes neither plan nor payments', async () => {
  const { checkout_url, api_ref } = (await billing.rest('POST', '/billing/checkout', { as: 7, body: {} }))
    .body;
  await billing.payments.press(checkout_url, 'pay');
  await billing.rest('POST', '/billing/verify', { as: 7, body: { checkout_id: api_ref } });
  const status = async () => (await billing.rest('GET', '/billing/status', { as: 7 })).body;
  const before = await status();
  expect(before.subscription_status).toBe('active');
  const { sent, rejected } = await forge(billing.stack, consumed, { userId: 7 });
  expect(sent.length).toBeGreaterThanOrEqual(consumed.length * 3);
  expect(rejected).toEqual(sent);
  expect(await status()).toEqual(before);
});
