import { z } from 'zod';
import { time } from './fields.ts';
import { defineRoute } from './route.ts';

const subscriptionStatuses = ['active', 'inactive'] as const;

const billingStatus = z.object({
  subscription_status: z.enum(subscriptionStatuses),
  current_period_end: time.nullable().meta({ description: 'Null unless a subscription is active.' }),
  month_used: z.int().min(0).meta({ description: 'AI prompts of this calendar month.' }),
  month_free_limit: z.int().min(0),
  month_remaining: z.int().min(0).nullable().meta({ description: 'Null for subscribers.' }),
  unlimited: z.boolean(),
  debug: z.object({ active_server_view: z.boolean() }),
});
export type BillingStatusBody = z.infer<typeof billingStatus>;

/** Identifier of a payment, from the provider or from a learner. */
export const paymentName = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^[\w.-]+$/, 'Has the wrong format.');

export const redirectUrl = z.string().min(1).max(2_000);

/** Ignores extra fields, which the client of the specification sends. */
const checkoutBody = z.object({
  redirect_url: redirectUrl
    .optional()
    .meta({ description: 'A page of this site; /billing/return by default.' }),
});
const checkoutStartedBody = z.object({ checkout_url: z.url(), api_ref: z.string() });

const verifyBody = z
  .strictObject({
    invoice_id: paymentName.optional(),
    checkout_id: paymentName.optional().meta({ description: "Our api_ref, or the provider's checkout id." }),
    tracking_id: paymentName.optional(),
  })
  .refine((names) => Object.values(names).some((name) => name !== undefined), {
    path: ['invoice_id'],
    message: 'Provide an invoice_id, a checkout_id or a tracking_id.',
  })
  .meta({ minProperties: 1 });
const verification = z.object({
  status: z.enum(['activated', 'pending', 'failed']),
  subscription_status: z.enum(subscriptionStatuses),
  current_period_end: time.nullable(),
});

/** IntaSend sends more fields; billing queries what it needs. */
const notificationBody = z.looseObject({
  challenge: z.string().max(1_000).optional(),
  api_ref: z.string().max(1_000).nullish(),
  invoice_id: z.string().max(1_000).nullish(),
});

const shared = { owner: 'billing', exposure: 'public' } as const;

export const billingRoutes = {
  startCheckout: defineRoute({
    ...shared,
    operationId: 'startCheckout',
    method: 'POST',
    path: '/billing/checkout',
    access: 'learner',
    summary: 'Open a payment page at the provider.',
    body: checkoutBody,
    response: checkoutStartedBody,
    status: 201,
    idempotent: true,
    write: true,
    errors: ['REDIRECT_NOT_ALLOWED', 'CHECKOUT_FAILED', 'PROVIDER_TIMEOUT'],
  }),
  verifyPayment: defineRoute({
    ...shared,
    operationId: 'verifyPayment',
    method: 'POST',
    path: '/billing/verify',
    access: 'learner',
    summary: 'Check whether a payment has arrived; responds within 3 s.',
    body: verifyBody,
    response: verification,
    status: 200,
    write: true,
    errors: ['PAYMENT_NOT_FOUND', 'CHECKOUT_FAILED', 'PROVIDER_TIMEOUT'],
  }),
  receiveNotification: defineRoute({
    ...shared,
    operationId: 'receiveNotification',
    method: 'POST',
    path: '/billing/webhooks/intasend',
    access: 'anyone',
    summary:
      'Notification by IntaSend about a payment; 202 for an unknown payment; after a 504 IntaSend retries.',
    body: notificationBody,
    response: z.object({ status: z.enum(['received', 'unknown']) }),
    status: 200,
    otherStatuses: [202],
    errors: ['FORBIDDEN', 'PROVIDER_TIMEOUT'],
  }),
  readBillingStatus: defineRoute({
    ...shared,
    operationId: 'readBillingStatus',
    method: 'GET',
    path: '/billing/status',
    access: 'learner',
    summary: 'Subscription and remaining free prompts.',
    response: billingStatus,
    status: 200,
  }),
};
