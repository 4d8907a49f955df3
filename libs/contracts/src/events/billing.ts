import { z } from 'zod';
import { plan } from '../constants.ts';
import { defineEvent } from '../envelope.ts';
import { id, time } from './fields.ts';

const paymentFields = { userId: id, paymentId: z.uuid() };
const money = { amountCents: z.int().min(0), currency: z.literal(plan.currency) };

export const paymentMethods = ['page', 'stk'] as const;
export const failureReasons = ['declined', 'cancelled', 'expired', 'mismatch', 'never-confirmed'] as const;

export const checkoutStarted = defineEvent(
  'billing',
  'checkout-started',
  'payment',
  'A learner started a payment, on the hosted page or by a prompt on the phone.',
  z.object({
    ...paymentFields,
    apiRef: z.string().min(1),
    ...money,
    method: z.enum(paymentMethods),
    startedAt: time,
  }),
);
export const paymentConfirmed = defineEvent(
  'billing',
  'payment-confirmed',
  'payment',
  'The provider confirmed that the exact amount was paid.',
  z.object({ ...paymentFields, ...money, confirmedAt: time }),
);
export const paymentFailed = defineEvent(
  'billing',
  'payment-failed',
  'payment',
  'The payment failed; if its money arrives later, payment-confirmed follows.',
  z.object({ ...paymentFields, reason: z.enum(failureReasons), failedAt: time }),
);
export const subscriptionActivated = defineEvent(
  'billing',
  'subscription-activated',
  'subscription',
  'A payment extended the subscription; periodEnd is the end of all paid periods.',
  z.object({ ...paymentFields, periodStart: time, periodEnd: time }),
);
export const subscriptionShortened = defineEvent(
  'billing',
  'subscription-shortened',
  'subscription',
  'An operator took back the time of a refunded payment; periodEnd is the new end of the paid time, now or later.',
  z.object({ ...paymentFields, periodEnd: time }),
);
export const subscriptionExpired = defineEvent(
  'billing',
  'subscription-expired',
  'subscription',
  'The last paid period has ended.',
  z.object({ userId: id, expiredAt: time }),
);

export const billingEvents = [
  checkoutStarted,
  paymentConfirmed,
  paymentFailed,
  subscriptionActivated,
  subscriptionShortened,
  subscriptionExpired,
] as const;
