import {
  checkoutStarted,
  paymentConfirmed,
  paymentFailed,
  paymentFailures,
  plan,
  subscriptionActivated,
  subscriptionExpired,
  subscriptionShortened,
  type Envelope,
} from '@kumbuka/contracts';
import { newEvent } from '@kumbuka/event-bus';
import type { DomainEvent } from '../domain/events.ts';
import type { OwnedPayment } from '../domain/payment.ts';
import type { Subscription } from '../domain/subscription.ts';

const ofPayment = ({ id, ownerId, version }: OwnedPayment, occurredAt: Date) => ({
  key: ownerId,
  aggregate: { id, version },
  occurredAt,
});
const ofSubscription = ({ ownerId, version }: Subscription, occurredAt: Date) => ({
  key: ownerId,
  aggregate: { id: ownerId, version },
  occurredAt,
});
const paymentIds = ({ id, ownerId }: OwnedPayment) => ({ userId: ownerId, paymentId: id });
const money = ({ amountCents }: OwnedPayment) => ({ amountCents, currency: plan.currency });
const iso = (instant: Date) => instant.toISOString();

/** Builds the envelope of a domain event: ids, amounts and times, no phone and no name. */
export function toEnvelope(event: DomainEvent): Envelope {
  switch (event.type) {
    case 'checkout-started': {
      const { payment } = event;
      const { apiRef, method, createdAt } = payment;
      const data = { ...paymentIds(payment), ...money(payment), apiRef, method, startedAt: iso(createdAt) };
      return newEvent(checkoutStarted, { ...ofPayment(payment, createdAt), data });
    }
    case 'payment-confirmed': {
      const { payment, at } = event;
      const data = { ...paymentIds(payment), ...money(payment), confirmedAt: iso(at) };
      return newEvent(paymentConfirmed, { ...ofPayment(payment, at), data });
    }
    case 'payment-failed': {
      const { payment, reason, at } = event;
      const data = {
        ...paymentIds(payment),
        reason: paymentFailures[reason].event,
        failedAt: iso(at),
      };
      return newEvent(paymentFailed, { ...ofPayment(payment, at), data });
    }
    case 'subscription-activated': {
      const { subscription, paymentId, period, at } = event;
      const ids = { userId: subscription.ownerId, paymentId };
      const data = { ...ids, periodStart: iso(period.start), periodEnd: iso(period.end) };
      return newEvent(subscriptionActivated, { ...ofSubscription(subscription, at), data });
    }
    case 'subscription-shortened': {
      const { subscription, paymentId, at } = event;
      const data = { userId: subscription.ownerId, paymentId, periodEnd: iso(subscription.periodEnd ?? at) };
      return newEvent(subscriptionShortened, { ...ofSubscription(subscription, at), data });
    }
    case 'subscription-expired': {
      const { subscription, expiredAt, at } = event;
      const data = { userId: subscription.ownerId, expiredAt: iso(expiredAt) };
      return newEvent(subscriptionExpired, { ...ofSubscription(subscription, at), data });
    }
  }
}
