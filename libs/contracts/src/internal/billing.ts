import { z } from 'zod';
import { idParams, idText } from '../rest/fields.ts';
import { defineRoute } from '../rest/route.ts';

const id = z.int().positive();
const time = z.iso.datetime();

/** Latest published state of a subscription; nulls for users who never paid. */
const planOfUser = z.object({
  userId: id,
  paidUntil: time.nullable(),
  expiredAt: time.nullable(),
  /** Latest payment. Responses of older releases lack it and the version. */
  paymentId: z.uuid().nullable().default(null),
  version: z.int().min(0).default(0),
});
export type PlanOfUser = z.infer<typeof planOfUser>;

const archivedPayment = z.object({
  id: z.uuid(),
  apiRef: z.string(),
  amountCents: z.int(),
  currency: z.string(),
  method: z.string(),
  state: z.string(),
  failureReason: z.string().nullable(),
  createdAt: time,
  receiptNumber: z.string().nullable(),
  periodStart: time.nullable(),
  periodEnd: time.nullable(),
});
const archivedPayments = z.object({
  payments: z.array(archivedPayment),
  /** Number of the next page; `null` at the end. */
  next: z.int().nullable(),
});
export type PaymentPage = z.infer<typeof archivedPayments>;

const plans = z.object({
  users: z.array(planOfUser),
  /** Cursor of the next page; `null` at the end. */
  next: id.nullable(),
});
export type PlanPage = z.infer<typeof plans>;

const reads = {
  owner: 'billing',
  exposure: 'internal',
  access: 'process',
  method: 'GET',
  status: 200,
} as const;

export const billingInternalRoutes = {
  recheckPayment: defineRoute({
    owner: 'billing',
    exposure: 'internal',
    access: 'process',
    operationId: 'recheckPayment',
    method: 'POST',
    path: '/internal/payments/{id}/check',
    summary: 'Query the provider about a payment, also about one that has failed.',
    params: z.strictObject({ id: z.uuid() }),
    response: z.object({
      paymentId: z.uuid(),
      state: z.enum(['created', 'sent', 'failed', 'paid', 'confirmed']),
      failureReason: z.string().nullable(),
    }),
    status: 200,
    errors: ['PAYMENT_NOT_FOUND', 'CHECKOUT_FAILED', 'PROVIDER_TIMEOUT'],
  }),
  listPlans: defineRoute({
    ...reads,
    operationId: 'listPlans',
    path: '/internal/plans',
    summary: 'Plans of all users who ever had one, by user id, in pages.',
    query: z.strictObject({ after: idText.optional() }),
    response: plans,
  }),
  listPaymentsOf: defineRoute({
    ...reads,
    operationId: 'listPaymentsOf',
    path: '/internal/users/{id}/payments',
    summary: 'A page of the payments of a user, newest first, for an archive of the account.',
    params: idParams,
    query: z.strictObject({ page: idText }),
    response: archivedPayments,
  }),
  readPlan: defineRoute({
    ...reads,
    operationId: 'readPlan',
    path: '/internal/plans/{id}',
    summary: 'The plan of a user.',
    params: idParams,
    response: planOfUser,
  }),
};
