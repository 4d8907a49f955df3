import { z } from 'zod';
import { defineRoute } from '../rest/route.ts';

export const billingInternalRoutes = {
  recheckPayment: defineRoute({
    owner: 'billing',
    exposure: 'internal',
    access: 'process',
    operationId: 'recheckPayment',
    method: 'POST',
    path: '/internal/payments/{id}/check',
    summary: 'Ask the provider once more how a payment stands, also when it was given up.',
    params: z.strictObject({ id: z.uuid() }),
    answer: z.object({
      paymentId: z.uuid(),
      state: z.enum(['created', 'sent', 'failed', 'paid', 'confirmed']),
      failureReason: z.string().nullable(),
    }),
    status: 200,
    errors: ['PAYMENT_NOT_FOUND', 'CHECKOUT_FAILED', 'PROVIDER_TIMEOUT'],
  }),
};
