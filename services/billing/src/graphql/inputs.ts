import { limits, paymentName, redirectUrl } from '@kumbuka/contracts';
import { z } from 'zod';

/** Arguments of the schema, with the rules of REST and the names of GraphQL. */
const named = <Shape extends z.ZodRawShape>(shape: Shape) => z.object({ input: z.object(shape) });
/** GraphQL's null means the same as left out. */
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? undefined);

export const oneId = z.object({ id: z.string().max(100) });

export const pageArguments = z.object({
  page: z
    .int()
    .min(1)
    .nullish()
    .transform((page) => page ?? 1),
  perPage: z
    .int()
    .min(1)
    .max(limits.perPage)
    .nullish()
    .transform((perPage) => perPage ?? limits.perPageDefault),
});

export const startCheckoutArguments = named({ redirectUrl: optional(redirectUrl) });
export const requestStkPushArguments = named({ phone: z.string().max(40) });
export const verifyPaymentArguments = z.object({
  input: z
    .object({
      invoiceId: optional(paymentName),
      checkoutId: optional(paymentName),
      trackingId: optional(paymentName),
    })
    .refine((names) => Object.values(names).some((name) => name !== undefined), {
      path: ['invoiceId'],
      message: 'Give an invoiceId, a checkoutId or a trackingId.',
    }),
});
