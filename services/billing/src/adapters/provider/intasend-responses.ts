import { z } from 'zod';
import { centsOf } from '../../domain/money.ts';
import type { InvoiceReport } from '../../domain/payment.ts';
import type { RefundEntry } from '../../domain/refund.ts';
import type { StatementEntry } from '../../use-cases/ports.ts';

const text = z.string().min(1).max(500);
export const checkoutResponse = z.object({ id: text, signature: text, url: z.url({ protocol: /^https?$/ }) });
const invoice = z.object({
  invoice_id: text,
  state: z.string(),
  value: z.union([z.number(), z.string()]),
  currency: z.string(),
  api_ref: z.string().nullish(),
  failed_reason: z.string().nullish(),
  failed_code: z.union([z.string(), z.number()]).nullish(),
});
export const invoiceResponse = z.object({ invoice });
export const listResponse = z.object({ results: z.array(z.unknown()), next: z.string().nullish() });
/** Paid invoices of other systems have another reference or none. */
const listed = z.object({ invoice_id: text, api_ref: text, state: z.literal('COMPLETE') });

/** Fields of a refund or chargeback; the documentation and the provider's libraries name its invoice differently. */
const namedInvoice = z.union([
  text,
  z.number().transform(String),
  z.object({ invoice_id: text }).transform((named) => named.invoice_id),
]);
const refund = z.object({
  id: z.union([z.number(), text]).transform(String),
  invoice: namedInvoice.nullish().catch(null),
  transaction: z.object({ invoice: namedInvoice }).nullish().catch(null),
  amount: z.union([z.number(), z.string()]).nullish(),
  reason: z.string().nullish(),
  status: z.string().nullish(),
});
export const refundsResponse = z.union([
  listResponse,
  z.array(z.unknown()).transform((results) => ({ results, next: null })),
]);
const longestWords = 200;

/** A page of one of the provider's lists. */
export type ListPage = z.output<typeof listResponse>;
type Invoice = z.output<typeof invoice>;

/** The documented states; others count as pending: a new state of IntaSend ends no payment. */
const states: Record<string, InvoiceReport['state']> = { COMPLETE: 'complete', FAILED: 'failed' };

/** Result codes of M-Pesa, which IntaSend passes on as `failed_code`. */
const causesByCode: Record<string, InvoiceReport['cause']> = {
  '1': 'low-balance',
  '17': 'mpesa-busy',
  '26': 'mpesa-busy',
  '1001': 'phone-busy',
  '1019': 'expired',
  '1025': 'not-sent',
  '1032': 'cancelled',
  '1037': 'unreachable',
  '2001': 'wrong-pin',
  '9999': 'mpesa-error',
};

/** Words of `failed_reason`, for failures without a known code. */
const causesByWords: [RegExp, InvoiceReport['cause']][] = [
  [/cancel/i, 'cancelled'],
  [/lock subscriber|already in process/i, 'phone-busy'],
  [/busy|traffic/i, 'mpesa-busy'],
  [/push request/i, 'not-sent'],
  [/\bpin\b|initiator information/i, 'wrong-pin'],
  [/insufficient|balance/i, 'low-balance'],
  [/time(d)?[ -]?out|cannot be reached|no response/i, 'unreachable'],
  [/expired/i, 'expired'],
  [/error occurred|(internal|system) error/i, 'mpesa-error'],
];

/** Why an invoice failed; `declined` when the provider names no cause that we know. */
function causeOf({ failed_code: code, failed_reason: reason }: Invoice): InvoiceReport['cause'] {
  const byCode = causesByCode[String(code ?? '')];
  return byCode ?? causesByWords.find(([words]) => words.test(reason ?? ''))?.[1] ?? 'declined';
}

export const reportOf = (read: Invoice): InvoiceReport => ({
  invoiceId: read.invoice_id,
  state: states[read.state] ?? 'pending',
  cause: causeOf(read),
  apiRef: read.api_ref ?? null,
  amountCents: centsOf(read.value),
  currency: read.currency,
});

export function entriesOf(results: readonly unknown[]): StatementEntry[] {
  const entries = results.flatMap((each) => listed.safeParse(each).data ?? []);
  return entries.map(({ invoice_id, api_ref }) => ({ invoiceId: invoice_id, apiRef: api_ref }));
}

export function refundsOf(results: readonly unknown[]): RefundEntry[] {
  const entries = results.flatMap((each) => refund.safeParse(each).data ?? []);
  return entries.map(({ id, invoice: named, transaction, amount, reason, status }) => ({
    id,
    invoiceId: named ?? transaction?.invoice ?? null,
    amountCents: amount === null || amount === undefined ? null : centsOf(amount),
    reason: (reason ?? '').slice(0, longestWords),
    status: (status ?? '').slice(0, longestWords),
  }));
}
