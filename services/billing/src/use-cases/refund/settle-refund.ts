import { RefundNotFound, RefundWithoutPlan } from '../../domain/errors.ts';
import { refundEmailOf } from '../../domain/mail.ts';
import {
  isOwned,
  wasConfirmedAfter,
  type OwnedPayment,
  type Payment,
  type Period,
} from '../../domain/payment.ts';
import { settle, type Refund } from '../../domain/refund.ts';
import { shorten, type Subscription } from '../../domain/subscription.ts';
import { pageWithTotal, type Page, type PageRequest } from '@kumbuka/contracts';
import type { Ports, UnitOfWork } from '../ports.ts';

/** Refund with its payment, for operators. */
export interface RefundWithPlan extends Refund {
  payment: Payment | null;
  /** Plan of the learner, and what ending the time of this payment would make of it; `null` without a plan. */
  plan: { now: Subscription; after: Subscription } | null;
}

type Stores = Pick<UnitOfWork, 'payments' | 'subscriptions' | 'refunds'>;

/** Payments that are examined for periods that follow a refunded one. */
const maxFollowing = 100;

/** Lists the periods that later payments added, without those of refunded payments. */
async function listFollowing({ payments, refunds }: Stores, refunded: OwnedPayment): Promise<Period[]> {
  const following: Period[] = [];
  for (const payment of await payments.page(refunded.ownerId, { page: 1, perPage: maxFollowing }))
    if (payment.period && wasConfirmedAfter(payment, refunded) && !(await refunds.hasEnded(payment.id)))
      following.push(payment.period);
  return following;
}

async function planAfter(stores: Stores, payment: OwnedPayment, period: Period, at: Date) {
  const now = await stores.subscriptions.find(payment.ownerId);
  if (await stores.refunds.hasEnded(payment.id)) return { now, after: now };
  return { now, after: shorten(now, period, await listFollowing(stores, payment), at) };
}

async function withPlan(stores: Stores, refund: Refund, at: Date): Promise<RefundWithPlan> {
  const payment = refund.paymentId === null ? null : await stores.payments.findById(refund.paymentId);
  if (!payment || !isOwned(payment) || !payment.period) return { ...refund, payment, plan: null };
  return { ...refund, payment, plan: await planAfter(stores, payment, payment.period, at) };
}

/** A page of refunds that are open or that an operator has settled. */
export const listRefunds =
  (ports: Pick<Ports, 'payments' | 'subscriptions' | 'refunds' | 'now'>) =>
  async (isOpen: boolean, page: PageRequest): Promise<Page<RefundWithPlan>> => {
    const { refunds, now } = ports;
    const found = await refunds.page(isOpen, page);
    const items = await Promise.all(found.map((refund) => withPlan(ports, refund, now())));
    return pageWithTotal(page, items, () => refunds.count(isOpen));
  };

/**
 * Takes back the time that a refunded payment paid for, once, and writes to the learner. Throws `RefundNotFound` and
 * `RefundWithoutPlan`.
 */
export const endRefundedPlan =
  ({ transact, now }: Pick<Ports, 'transact' | 'now'>) =>
  (id: string): Promise<RefundWithPlan> =>
    transact(async (unit) => {
      const at = now();
      const refund = await findWithPlan(unit, id, at);
      if (refund.settled) return refund;
      const { payment, plan } = refund;
      if (!payment || !isOwned(payment) || !plan) throw new RefundWithoutPlan();
      await unit.refunds.settle(settle(refund, 'ended', at));
      const { now: before, after: subscription } = plan;
      if (subscription !== before && subscription.periodEnd) {
        await unit.subscriptions.save(subscription);
        unit.record([{ type: 'subscription-shortened', subscription, paymentId: payment.id, at }]);
        await unit.emails.insert(refundEmailOf(payment, id, subscription.periodEnd), at);
      }
      return findWithPlan(unit, id, at);
    });

/** Closes the note and leaves the plan as it is. Throws `RefundNotFound`. */
export const keepRefundedPlan =
  ({ transact, now }: Pick<Ports, 'transact' | 'now'>) =>
  (id: string): Promise<RefundWithPlan> =>
    transact(async (unit) => {
      const at = now();
      const refund = await findWithPlan(unit, id, at);
      if (refund.settled) return refund;
      await unit.refunds.settle(settle(refund, 'kept', at));
      return findWithPlan(unit, id, at);
    });

async function findWithPlan(unit: UnitOfWork, id: string, at: Date): Promise<RefundWithPlan> {
  const refund = await unit.refunds.find(id);
  if (!refund) throw new RefundNotFound();
  return withPlan(unit, refund, at);
}
