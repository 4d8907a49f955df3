import { idText, paymentName, redirectUrl } from '@kumbuka/contracts';
import { inputOf, optional, pageFields } from '@kumbuka/service-kit';
import { z } from 'zod';

export const oneId = z.object({ id: z.string().max(100) });

export const pageArguments = z.object(pageFields());

export const userArguments = z.object({ userId: idText, ...pageFields() });

export const refundsArguments = z.object({
  isOpen: z
    .boolean()
    .nullish()
    .transform((isOpen) => isOpen ?? true),
  ...pageFields(),
});
export const refundArguments = inputOf({ refundId: z.string().min(1).max(200) });

export const startCheckoutArguments = inputOf({ redirectUrl: optional(redirectUrl) });
export const requestStkPushArguments = inputOf({ phone: z.string().max(40) });
export const verifyPaymentArguments = z.object({
  input: z
    .object({
      invoiceId: optional(paymentName),
      checkoutId: optional(paymentName),
      trackingId: optional(paymentName),
    })
    .refine((names) => Object.values(names).some((name) => name !== undefined), {
      path: ['invoiceId'],
      message: 'Provide an invoiceId, a checkoutId or a trackingId.',
    }),
});
