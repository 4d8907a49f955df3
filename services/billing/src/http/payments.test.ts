import { requestPrompt } from '../testing/payment-requests.ts';
import { randomUUID } from 'node:crypto';
import { internalHeaders } from '@kumbuka/contracts';
import { eventsOf, testMetricsKey } from '@kumbuka/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { providerKeys, startBilling, type TestBilling } from '../testing/test-billing.ts';

let billing: TestBilling;
beforeAll(async () => {
  billing = await startBilling();
});
afterAll(() => billing.stop());

let learners = 100;
const newLearner = () => ++learners;

const post = (path: string, body: object, as: number, headers: Record<string, string> = {}) =>
  billing.rest('POST', path, { body, as, headers });
/** Each call has a key of its own; without a key an open checkout is returned again. */
const checkout = async (as: number, body: object = {}) =>
  (await post('/billing/checkout', body, as, { 'idempotency-key': randomUUID() })).body;
const verify = (names: object, as: number) => post('/billing/verify', names, as);
const status = async (as: number) => (await billing.rest('GET', '/billing/status', { as })).body;
const notify = (body: object) => billing.rest('POST', '/billing/webhooks/intasend', { body });
const notifyOf = (apiRef: string, more: object = {}) =>
  notify({ challenge: providerKeys.challenge, api_ref: apiRef, ...more });
const daysFromNow = (iso: string) => Math.round((Date.parse(iso) - Date.now()) / 86_400_000);

const eventsOfUser = async (as: number) =>
  (await eventsOf(billing.stack, 'kumbuka_billing'))
    .filter(({ key }) => key === String(as))
    .map(({ type }) => type.replace('billing.', ''));

async function paidCheckout(as: number) {
  const { checkout_url, api_ref } = await checkout(as);
  const { invoiceId } = await billing.payments.press(checkout_url, 'pay');
  return { api_ref, invoiceId };
}

describe('a checkout', () => {
  it('leads to the page of the provider, and is pending until somebody pays', async () => {
    const as = newLearner();
    const response = await post('/billing/checkout', {}, as);
    expect(response.status).toBe(201);
    expect(response.body.checkout_url).toContain(`${billing.payments.url}/checkout/`);
    expect((await verify({ checkout_id: response.body.api_ref }, as)).body).toEqual({
      status: 'pending',
      subscription_status: 'inactive',
      current_period_end: null,
    });
  });

  it('adds thirty days when it is paid, once however often it is verified', async () => {
    const as = newLearner();
    const { api_ref, invoiceId } = await paidCheckout(as);
    const first = await verify({ invoice_id: invoiceId, checkout_id: api_ref }, as);
    expect(first.body).toMatchObject({ status: 'activated', subscription_status: 'active' });
    expect(daysFromNow(first.body.current_period_end)).toBe(30);
    const again = await Promise.all([1, 2, 3, 4].map(() => verify({ invoice_id: invoiceId }, as)));
    for (const { body } of again) expect(body).toEqual(first.body);
    expect(await status(as)).toMatchObject({ month_remaining: null, unlimited: true });
    expect(await eventsOfUser(as)).toEqual([
      'checkout-started',
      'payment-confirmed',
      'subscription-activated',
    ]);
  });

  it('adds thirty days to what is left when another one is paid', async () => {
    const as = newLearner();
    const page = await paidCheckout(as);
    const { data } = await requestPrompt(billing, as, '0733 111 221');
    const { apiRef } = data.requestStkPush;
    await billing.payments.answerPrompt(apiRef, 'pay');
    await Promise.all([verify({ checkout_id: page.api_ref }, as), verify({ checkout_id: apiRef }, as)]);
    expect(daysFromNow((await status(as)).current_period_end)).toBe(60);
  });

  it.each([
    ['fail', 'declined'],
    ['cancel', 'cancelled'],
    ['wrong-pin', 'wrong-pin'],
    ['low-balance', 'low-balance'],
    ['time-out', 'unreachable'],
    ['different', 'mismatch'],
  ] as const)('that ends by %s gives nothing', async (button, reason) => {
    const as = newLearner();
    const { checkout_url, api_ref } = await checkout(as);
    await billing.payments.press(checkout_url, button);
    expect((await verify({ checkout_id: api_ref }, as)).body.status).toBe('failed');
    expect((await status(as)).subscription_status).toBe('inactive');
    const { data } = await billing.graphql(
      '{ viewer { subscription { payments { items { state failureReason steps { state } } } } } }',
      {},
      { as },
    );
    expect(data.viewer.subscription.payments.items).toEqual([
      {
        state: 'FAILED',
        failureReason: reason,
        steps: [{ state: 'CREATED' }, { state: 'SENT' }, { state: 'FAILED' }],
      },
    ]);
  });

  it('that failed at first counts when it is paid after all', async () => {
    const as = newLearner();
    const { checkout_url, api_ref } = await checkout(as);
    await billing.payments.press(checkout_url, 'fail');
    await verify({ checkout_id: api_ref }, as);
    await billing.payments.press(checkout_url, 'pay');
    expect((await verify({ checkout_id: api_ref }, as)).body.status).toBe('activated');
  });

  it('repeated with its key is one payment', async () => {
    const as = newLearner();
    const headers = { 'idempotency-key': 'once' };
    const [first, second] = [
      await post('/billing/checkout', {}, as, headers),
      await post('/billing/checkout', {}, as, headers),
    ];
    expect(second.body).toEqual(first.body);
    expect(await eventsOfUser(as)).toEqual(['checkout-started']);
  });

  it('comes back to our own pages only', async () => {
    const as = newLearner();
    const response = await post('/billing/checkout', { redirect_url: 'https://evil.example/' }, as);
    expect([response.status, response.body.code]).toEqual([400, 'VALIDATION']);
    expect(await eventsOfUser(as)).toEqual([]);
  });
});

describe('a verification of a named payment', () => {
  it('needs the learner’s own: a paid invoice of somebody else activates nothing', async () => {
    const [owner, thief] = [newLearner(), newLearner()];
    const { api_ref, invoiceId } = await paidCheckout(owner);
    const mine = await checkout(thief);
    for (const names of [{ invoice_id: invoiceId }, { checkout_id: api_ref }, { tracking_id: invoiceId }])
      expect((await verify(names, thief)).body.code).toBe('PAYMENT_NOT_FOUND');
    const mixed = await verify({ invoice_id: invoiceId, checkout_id: mine.api_ref }, thief);
    expect(mixed.body.status).toBe('pending');
    expect((await status(thief)).subscription_status).toBe('inactive');
    expect((await verify({ invoice_id: invoiceId }, owner)).body.status).toBe('activated');
  });

  it('with the ids of two payments is rejected', async () => {
    const as = newLearner();
    const two = await paidCheckout(as);
    await verify({ checkout_id: two.api_ref }, as);
    const one = await checkout(as);
    const both = await verify({ checkout_id: one.api_ref, invoice_id: two.invoiceId }, as);
    expect(both.body.code).toBe('PAYMENT_NOT_FOUND');
  });

  it('with an invalid id is rejected', async () => {
    for (const names of [{}, { invoice_id: ' ' }, { invoice_id: '$ne' }, { checkout_id: 7 }, { other: 'x' }])
      expect((await verify(names, 7)).status).toBe(400);
  });
});

describe('a message of the provider', () => {
  it('without the challenge, or with another, is rejected and changes nothing', async () => {
    const as = newLearner();
    const { api_ref } = await paidCheckout(as);
    for (const challenge of [undefined, '', 'wrong', `${providerKeys.challenge} `])
      expect((await notify({ challenge, api_ref, state: 'COMPLETE' })).status).toBe(403);
    expect((await status(as)).subscription_status).toBe('inactive');
  });

  it('a stranger who guesses the challenge is rejected after sixty guesses a minute, and the provider at the same address never', async () => {
    const headers = { [internalHeaders.ip]: '203.0.113.77' };
    const send = (challenge: string) =>
      billing.rest('POST', '/billing/webhooks/intasend', { body: { challenge, api_ref: 'none' }, headers });
    const guesses = await Promise.all(Array.from({ length: 90 }, (_, n) => send(`guess ${n}`)));
    const statuses = guesses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 403)).toHaveLength(60);
    expect(statuses.filter((status) => status === 429)).toHaveLength(30);
    expect((await send(providerKeys.challenge)).status).toBe(202);
  });

  it('is not trusted: the payment is looked up at the provider', async () => {
    const as = newLearner();
    const { api_ref } = await checkout(as);
    expect((await notifyOf(api_ref, { state: 'COMPLETE', value: 100, invoice_id: 'FORGED' })).status).toBe(
      200,
    );
    expect((await status(as)).subscription_status).toBe('inactive');
  });

  it('makes a paid payment count, once however often it comes', async () => {
    const as = newLearner();
    const { api_ref, invoiceId } = await paidCheckout(as);
    await Promise.all([1, 2, 3, 4, 5].map(() => notifyOf(api_ref, { invoice_id: invoiceId })));
    expect(daysFromNow((await status(as)).current_period_end)).toBe(30);
    expect((await eventsOfUser(as)).filter((type) => type === 'subscription-activated')).toHaveLength(1);
  });

  it('about a foreign paid invoice pays nothing here', async () => {
    const [as, other] = [newLearner(), newLearner()];
    const { api_ref } = await checkout(as);
    const { invoiceId } = await paidCheckout(other);
    await notifyOf(api_ref, { invoice_id: invoiceId });
    expect((await status(as)).subscription_status).toBe('inactive');
  });

  it('about an unknown payment gets 202', async () => {
    for (const body of [{ api_ref: 'KMB-unknown' }, { invoice_id: 'X' }, {}])
      expect((await notify({ challenge: providerKeys.challenge, ...body })).status).toBe(202);
  });
});

describe('a page that is paid twice', () => {
  async function paidTwice(as: number) {
    const { checkout_url, api_ref } = await checkout(as);
    const { invoiceId: first } = await billing.payments.press(checkout_url, 'twice');
    const list = await (await fetch(billing.payments.url)).text();
    const own = list.split('<section').filter((each) => each.includes(api_ref));
    const invoices = own.map((each) => /Invoice (\w+)/.exec(each)?.[1] ?? '');
    return { api_ref, first, second: invoices.find((invoice) => invoice !== first) ?? '' };
  }
  const paymentsOf = async (as: number) => {
    const { data } = await billing.graphql(
      '{ viewer { subscription { payments { items { state receiptNumber } pageInfo { totalItems } } } } }',
      {},
      { as },
    );
    return data.viewer.subscription.payments;
  };

  it('gives thirty days and a receipt for each payment, once per payment', async () => {
    const as = newLearner();
    const { api_ref, first, second } = await paidTwice(as);
    const names = [first, second, first, second, second];
    await Promise.all(names.map((invoice_id) => notifyOf(api_ref, { invoice_id })));
    for (const invoice_id of names) await notifyOf(api_ref, { invoice_id });
    expect(daysFromNow((await status(as)).current_period_end)).toBe(60);
    const { items, pageInfo } = await paymentsOf(as);
    expect([pageInfo.totalItems, items.map(({ state }: { state: string }) => state)]).toEqual([
      2,
      ['CONFIRMED', 'CONFIRMED'],
    ]);
    expect(new Set(items.map(({ receiptNumber }: { receiptNumber: string }) => receiptNumber)).size).toBe(2);
  });

  it('is found by the return with the second invoice, when no message arrived', async () => {
    const as = newLearner();
    const { api_ref, first, second } = await paidTwice(as);
    await verify({ checkout_id: api_ref, invoice_id: first }, as);
    for (let time = 0; time < 3; time++)
      expect((await verify({ checkout_id: api_ref, tracking_id: second }, as)).body.status).toBe('activated');
    expect(daysFromNow((await status(as)).current_period_end)).toBe(60);
  });

  it('activates nothing for a stranger', async () => {
    const [as, thief] = [newLearner(), newLearner()];
    const { api_ref, second } = await paidTwice(as);
    await notifyOf(api_ref);
    expect((await verify({ invoice_id: second }, thief)).body.code).toBe('PAYMENT_NOT_FOUND');
    expect((await status(thief)).subscription_status).toBe('inactive');
  });
});

describe('metrics of payments', () => {
  const readMetric = async (name: string) => {
    const { text } = await billing.rest('GET', '/metrics', { token: testMetricsKey });
    const line = text.split('\n').find((each) => each.startsWith(`${name} `));
    return Number(line?.split(' ')[1]);
  };
  const count = (outcome: string) => readMetric(`billing_payments_total{outcome="${outcome}"}`);

  it('count the results of payments', async () => {
    const as = newLearner();
    const before = await Promise.all(['started', 'confirmed', 'mismatch', 'never-confirmed'].map(count));
    await notifyOf((await paidCheckout(as)).api_ref);
    const { checkout_url, api_ref } = await checkout(as);
    await billing.payments.press(checkout_url, 'different');
    await notifyOf(api_ref);
    await notifyOf(api_ref);
    const after = await Promise.all(['started', 'confirmed', 'mismatch', 'never-confirmed'].map(count));
    expect(after.map((value, index) => value - (before[index] ?? 0))).toEqual([2, 1, 1, 0]);
  });

  it('show the age of the oldest pending payment, and whether the circuit breaker is open', async () => {
    await checkout(newLearner());
    expect(await readMetric('billing_oldest_pending_payment_age_seconds')).toBeGreaterThanOrEqual(0);
    expect(await readMetric('billing_provider_resting')).toBe(0);
  });
});

describe('a prompt on the phone', () => {
  const request = (phone: string, as: number) =>
    billing.graphql(
      'mutation ($phone: String!) { requestStkPush(input: { phone: $phone }) { apiRef method state } }',
      { phone },
      { as },
    );

  it('is sent to a Kenyan number and pays like any other payment', async () => {
    const as = newLearner();
    const { data } = await request('0712 345 678', as);
    expect(data.requestStkPush).toMatchObject({ method: 'STK', state: 'SENT' });
    await billing.payments.answerPrompt(data.requestStkPush.apiRef, 'pay');
    expect((await verify({ checkout_id: data.requestStkPush.apiRef }, as)).body.status).toBe('activated');
  });

  it('is sent to one phone at most six times an hour, from however many accounts and in whatever spelling', async () => {
    const forms = ['0733 111 222', '+254733111222', '254 733 111222'];
    for (let prompt = 0; prompt < 6; prompt++) {
      const as = newLearner();
      const { apiRef } = (await request(forms[prompt % 3] ?? '', as)).data.requestStkPush;
      await billing.payments.answerPrompt(apiRef, 'cancel');
      await verify({ checkout_id: apiRef }, as);
    }
    expect((await request('0733111222', newLearner())).code).toBe('RATE_LIMITED');
    expect((await request('0733 111 223', newLearner())).code).toBeUndefined();
  });

  it('is not sent anywhere else', async () => {
    const { code, errors } = await request('+49 30 1234567', 7);
    expect(code).toBe('VALIDATION');
    expect(errors?.[0]?.message).toContain('Kenyan mobile number');
  });
});
