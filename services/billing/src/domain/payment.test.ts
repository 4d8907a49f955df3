import { plan } from '@kumbuka/contracts';
import { seededRandom } from '@kumbuka/testing/servers';
import { describe, expect, it } from 'vitest';
import { aPayment, noon } from '../testing/builders.ts';
import { paymentEvents } from './events.ts';
import {
  applyReport,
  confirm,
  fail,
  giveUpWhenLate,
  isPaid,
  openRepeat,
  scheduleCheck,
  send,
  type InvoiceReport,
  type OwnedPayment,
} from './payment.ts';
import { extend, isActive, lapse, noSubscription, remind, type Subscription } from './subscription.ts';

const day = 24 * 3_600_000;
const later = (ms: number) => new Date(noon.getTime() + ms);
const aReport = (report: Partial<InvoiceReport> = {}): InvoiceReport => ({
  cause: 'declined',
  invoiceId: 'INV-1',
  state: 'complete',
  apiRef: 'KMB-1',
  amountCents: plan.amountCents,
  currency: plan.currency,
  ...report,
});

describe('a report of the provider', () => {
  it('pays when invoice, amount and currency are those of the payment', () => {
    const paid = applyReport(aPayment(), aReport(), later(5));
    expect(paid).toMatchObject({ state: 'paid', invoiceId: 'INV-1', checks: { nextAt: null } });
    expect(paid.steps.at(-1)).toEqual({ state: 'paid', at: later(5) });
  });

  it.each([
    ['of another payment', { apiRef: 'KMB-2' }],
    ['of no payment', { apiRef: null }],
    ['that says nothing yet', { state: 'pending' }],
  ] as const)('%s changes nothing', (_what, report) => {
    const payment = aPayment();
    expect(applyReport(payment, aReport(report), noon)).toBe(payment);
  });

  it.each([
    ['a cent less', { amountCents: 9_999 }],
    ['more', { amountCents: 10_001 }],
    ['no exact amount', { amountCents: null }],
    ['another currency', { currency: 'USD' }],
  ])('of %s is a mismatch and activates nothing', (_what, report) => {
    const failed = applyReport(aPayment(), aReport(report), noon);
    expect(failed).toMatchObject({ state: 'failed', failureReason: 'mismatch', invoiceId: null });
  });

  it('about another invoice of a paid payment is a payment of its own, or a mismatch when the sum differs', () => {
    const paid = applyReport(aPayment(), aReport(), noon);
    const again = aReport({ invoiceId: 'INV-2' });
    const repeat = openRepeat(paid, again, { id: 'a-repeat', at: later(9) });
    expect(repeat).toMatchObject({ state: 'sent', repeatOf: { id: 'a-payment' }, apiRef: 'KMB-1-INV-2' });
    if (!repeat) throw new Error('No repeat.');
    const another = applyReport(repeat, { ...again, amountCents: 100 }, noon);
    expect(another).toMatchObject({ state: 'failed', failureReason: 'mismatch', invoiceId: 'INV-2' });
    for (const paid of [repeat, another])
      expect(applyReport(paid, again, noon)).toMatchObject({ state: 'paid', invoiceId: 'INV-2' });
    expect(applyReport(repeat, aReport({ invoiceId: 'INV-3' }), noon)).toBe(repeat);
  });

  it.each([
    ['of the invoice that paid it', {}],
    ['of an invoice that was not paid', { invoiceId: 'INV-2', state: 'failed' }],
    ['of another payment', { invoiceId: 'INV-2', apiRef: 'KMB-2' }],
  ] as const)('%s does not pay a paid payment again', (_what, report) => {
    const paid = applyReport(aPayment(), aReport(), noon);
    expect(openRepeat(paid, aReport(report), { id: 'a-repeat', at: noon })).toBeNull();
    expect(openRepeat(aPayment(), aReport(report), { id: 'a-repeat', at: noon })).toBeNull();
  });

  it('never undoes a payment', () => {
    const paid = applyReport(aPayment(), aReport(), noon);
    for (const state of ['failed', 'pending', 'complete'] as const)
      expect(applyReport(paid, aReport({ state, invoiceId: 'INV-2' }), later(9))).toBe(paid);
  });

  it('pays what had failed or was given up before', () => {
    for (const reason of ['declined', 'never-confirmed', 'mismatch'] as const) {
      const paid = applyReport(fail(aPayment(), reason, noon), aReport(), later(9));
      expect(paid).toMatchObject({ state: 'paid', failureReason: null });
    }
  });

  it('that arrives before the response to our request counts, and the response does not change it', () => {
    const paid = applyReport(aPayment(), aReport(), noon);
    const sent = send(paid, { invoiceId: 'INV-1' }, later(3));
    expect([sent.state, sent.steps]).toEqual(['paid', paid.steps]);
  });
});

describe('a payment that nobody confirms', () => {
  it('is checked after 1, 2, 4 minutes and so on, and every six hours at the end', () => {
    let payment = aPayment();
    const waits: number[] = [];
    for (let at = noon; waits.length < 14; at = payment.checks.nextAt ?? at) {
      payment = scheduleCheck(payment, at);
      waits.push(((payment.checks.nextAt?.getTime() ?? 0) - at.getTime()) / 60_000);
    }
    expect(waits.slice(0, 4)).toEqual([1, 2, 4, 8]);
    expect(waits.at(-1)).toBe(360);
  });

  it('is given up after seven days, one without a name at the provider after an hour', () => {
    const sent = send(aPayment(), { invoiceId: 'INV-1' }, noon);
    expect(giveUpWhenLate(sent, later(7 * day - 1))).toBe(sent);
    expect(giveUpWhenLate(sent, later(7 * day))).toMatchObject({
      state: 'failed',
      failureReason: 'never-confirmed',
      checks: { nextAt: null },
    });
    expect(giveUpWhenLate(aPayment(), later(3_600_000)).state).toBe('failed');
  });
});

describe('a subscription', () => {
  const since = (ms: number) => extend(noSubscription(7), 'p', later(ms)).subscription;

  it('ends thirty days after it was paid, to the millisecond, however the clock goes', () => {
    const subscription = since(0);
    expect(isActive(subscription, later(30 * day - 1))).toBe(true);
    expect(isActive(subscription, later(30 * day))).toBe(false);
  });

  it('is extended from its end while it runs, and from now once it is over', () => {
    const twice = extend(since(0), 'q', later(10 * day));
    expect(twice.period).toEqual({ start: later(30 * day), end: later(60 * day) });
    const again = extend(since(0), 'q', later(40 * day));
    expect(again.period).toEqual({ start: later(40 * day), end: later(70 * day) });
  });

  it('expires with one event, and not early when a clock is an hour fast', () => {
    const subscription = since(0);
    expect(lapse(subscription, later(30 * day + 3_599_999))).toBeNull();
    const lapsed = lapse(subscription, later(30 * day + 3_600_000));
    expect(lapsed).toMatchObject({ isLapsed: true, version: 2 });
    expect(lapsed && lapse(lapsed, later(90 * day))).toBeNull();
  });

  it('reminds once three days before its end, of the end that counts then', () => {
    const subscription = since(0);
    expect(remind(subscription, later(27 * day - 1)).of).toBeNull();
    const reminded = remind(subscription, later(27 * day));
    expect(reminded.of).toEqual(later(30 * day));
    expect(remind(reminded.subscription, later(28 * day)).of).toBeNull();
    expect(remind(extend(subscription, 'q', later(9)).subscription, later(27 * day)).of).toBeNull();
    expect(remind(subscription, later(31 * day)).of).toBeNull();
  });
});

describe('ten thousand messages, shuffled, repeated, late and foreign', () => {
  const owners = [7, 8, 9];
  it.each([1, 2, 3, 4, 5])('give each paid payment its month once, and nothing else (seed %i)', (seed) => {
    const { below, pick } = seededRandom(seed);
    const payments = new Map<string, OwnedPayment>();
    for (let n = 0; n < 30; n++) {
      const id = `p${n}`;
      payments.set(id, aPayment({ id, ownerId: pick(owners), apiRef: `R-${n}` }));
    }
    const subscriptions = new Map<number, Subscription>(owners.map((id) => [id, noSubscription(id)]));
    const events: string[] = [];
    /** Computed from the reports alone: the invoices that were really paid. */
    const due = new Set<string>();
    const byInvoice = (id: string) => [...payments.values()].find(({ invoiceId }) => invoiceId === id);

    for (let message = 0; message < 10_000; message++) {
      const named = pick([...payments.values()]);
      const about = below(30);
      const report = aReport({
        apiRef: below(20) === 0 ? null : `R-${about}`,
        // Some pages are paid twice.
        invoiceId: `INV-${about}-${below(8) === 0 ? 'again' : 'first'}`,
        // A third of the invoices is paid with a wrong amount, late or never.
        state: about % 3 === 0 ? pick(['pending', 'failed']) : pick(['pending', 'complete', 'failed']),
        amountCents: below(40) === 0 ? 1 : plan.amountCents,
        currency: below(50) === 0 ? 'USD' : plan.currency,
      });
      const { apiRef, state, amountCents, currency } = report;
      if (apiRef === named.apiRef && state === 'complete' && `${amountCents} ${currency}` === '10000 KES')
        due.add(report.invoiceId);
      const at = later(below(3_600_000));
      const repeat = openRepeat(named, report, { id: report.invoiceId, at });
      const before = repeat ? (byInvoice(report.invoiceId) ?? repeat) : named;
      const changed = applyReport(before, report, at);
      let after = changed;
      if (isPaid(changed) && !isPaid(before)) {
        const paid = subscriptions.get(changed.ownerId) ?? noSubscription(changed.ownerId);
        const { subscription, period } = extend(paid, changed.id, noon);
        subscriptions.set(changed.ownerId, subscription);
        after = confirm(changed, { period, receiptNumber: changed.id }, at);
      }
      expect(isPaid(before) && after !== before).toBe(false);
      events.push(...paymentEvents(before, after, at).map(({ type }) => `${type} ${after.id}`));
      payments.set(after.id, after);
    }

    const confirmed = [...payments.values()].filter(({ state }) => state === 'confirmed');
    expect(confirmed.map(({ invoiceId }) => invoiceId).sort()).toEqual([...due].sort());
    expect(confirmed.length).toBeGreaterThan(10);
    const changed = events.filter((event) => event.startsWith('payment-confirmed'));
    expect([...new Set(changed)]).toHaveLength(changed.length);
    for (const ownerId of owners) {
      const months = confirmed.filter((payment) => payment.ownerId === ownerId).length;
      const end = subscriptions.get(ownerId)?.periodEnd ?? noon;
      expect(end.getTime() - noon.getTime()).toBe(months * plan.days * day);
    }
    for (const { steps } of payments.values()) {
      const order = ['created', 'sent', 'failed', 'paid', 'confirmed'];
      const ranks = steps.map(({ state }) => order.indexOf(state));
      expect(ranks).toEqual([...new Set(ranks)].sort((left, right) => left - right));
    }
  });
});
