import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCustomers } from '../testing/customers.ts';
import { providerKeys, startBilling, type TestBilling } from '../testing/test-billing.ts';

let billing: TestBilling;
const now = () => new Date();
beforeAll(async () => {
  billing = await startBilling({}, { now, jobsEveryMs: 100 });
});
afterAll(() => billing.stop());

const { newLearner, checkout, verify, notify, daysLeft, typesOf } = createCustomers(() => billing, now);

it('each paid payment gives thirty days after six hundred notifications: forged, foreign, repeated and concurrent', async () => {
  const owners = [newLearner(), newLearner(), newLearner()];
  const buttons = ['pay', 'duplicate', 'fail', 'twice', 'different', 'pay'] as const;
  const paid: { as: number; api_ref: string; button: string; invoiceId: string }[] = [];
  for (const [index, as] of [...owners, ...owners].entries()) {
    const button = buttons[index] ?? 'pay';
    const { checkout_url, api_ref } = await checkout(as);
    paid.push({ as, api_ref, button, ...(await billing.payments.press(checkout_url, button)) });
    // The first page of a learner ends, because an open page is returned again.
    if (index < owners.length) await verify(as, { checkout_id: api_ref });
  }
  const message = (n: number) => {
    const one = paid[n % paid.length];
    const other = paid[(n * 7 + 3) % paid.length];
    const challenge = n % 5 === 0 ? 'guessed' : providerKeys.challenge;
    const body = {
      challenge,
      api_ref: one?.api_ref,
      invoice_id: n % 3 === 0 ? other?.invoiceId : one?.invoiceId,
    };
    return n % 4 === 0
      ? verify(one?.as ?? 0, { invoice_id: other?.invoiceId, checkout_id: one?.api_ref })
      : notify({ ...body, state: 'COMPLETE', value: '100.00' });
  };
  for (let n = 0; n < 600; n += 20)
    await Promise.all(Array.from({ length: 20 }, (_, index) => message(n + index)));

  const bought = owners.map(
    // No notification names the second invoice of a page that was paid twice.
    (as) => paid.filter((each) => each.as === as && /pay|dup|twice/.test(each.button)).length,
  );
  for (const [index, as] of owners.entries()) {
    expect(await daysLeft(as)).toBe(30 * (bought[index] ?? 0));
    const activated = (await typesOf(as)).filter((type) => type === 'subscription-activated');
    expect(activated).toHaveLength(bought[index] ?? 0);
  }
}, 120_000);
