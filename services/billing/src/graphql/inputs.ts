import { idText, limits, operators, paymentName, redirectUrl, searchedText } from '@kumbuka/contracts';
import { inputOf, optional, pageFields, wholeOr } from '@kumbuka/service-kit';
import { z } from 'zod';
import { daysIn } from '../domain/revenue.ts';

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
export const revenueArguments = z.object({
  days: wholeOr(operators.historyDays, 1, operators.maxHistoryDays),
});
const maxListed = 50;
export const confirmedArguments = z
  .object({
    from: z.iso.date(),
    to: z.iso.date(),
    limit: wholeOr(maxListed, 1, operators.listed),
    offset: wholeOr(0, 0, operators.maxOffset),
  })
  .refine((range) => daysIn(range) >= 1 && daysIn(range) <= operators.maxHistoryDays, {
    path: ['to'],
    message: 'Is not valid.',
  });
export const findArguments = z.object({ text: searchedText(limits.searchText).pipe(z.string().min(1)) });
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
