import { paymentFailureReasons, paymentMethods } from '@kumbuka/contracts';
import { defineCollection, field, type RowOf } from '@kumbuka/service-kit';
import { confirmedAt, paymentStates, type Payment } from '../domain/payment.ts';

export const paymentCollection = defineCollection({
  model: 'Payment',
  name: 'payments',
  fields: {
    _id: field.text,
    ownerId: field.numberOrNull,
    apiRef: field.text,
    repeatOf: { type: { _id: false, id: field.text, apiRef: field.text }, default: null },
    amountCents: field.number,
    currency: field.text,
    method: field.oneOf(paymentMethods),
    callUntil: field.dateOrNull,
    state: field.oneOf(paymentStates),
    failureReason: { ...field.textOrNull, enum: paymentFailureReasons },
    checkoutId: field.textOrNull,
    checkoutSignature: field.textOrNull,
    checkoutUrl: field.textOrNull,
    invoiceId: field.textOrNull,
    steps: { type: [{ _id: false, state: field.oneOf(paymentStates), at: field.date }], required: true },
    receiptNumber: field.textOrNull,
    periodStart: field.dateOrNull,
    periodEnd: field.dateOrNull,
    createdAt: field.date,
    /** Time of the step; `null` before, and in rows of earlier releases until the job has filled it in. */
    confirmedAt: { ...field.dateOrNull, required: false },
    checksAsked: field.number,
    nextCheckAt: field.dateOrNull,
    version: field.number,
    /** Further requests that this payment answers. */
    requests: { type: [String], required: false },
    /** When an operator returned money without an owner; written by hand, see the runbook. */
    settledAt: Date,
  },
});
export type PaymentRow = RowOf<typeof paymentCollection>;
const { schema } = paymentCollection;

export const latestFirst = { createdAt: -1, _id: -1 } as const;
export const paymentsOfOwner = { ownerId: 1, ...latestFirst } as const;
// MongoDB uses a partial index only when the query repeats its filter; a value does not imply its type.
export const isText = { $type: 'string' } as const;
export const isDate = { $type: 'date' } as const;
const whenText = (field: string) => ({
  unique: true,
  partialFilterExpression: { [field]: isText },
});
schema.index(paymentsOfOwner);
schema.index({ ownerId: 1, state: 1, ...latestFirst });
schema.index({ state: 1, createdAt: 1 });
schema.index({ apiRef: 1 }, { unique: true });
// An invoice pays for one payment only.
schema.index({ invoiceId: 1 }, whenText('invoiceId'));
schema.index({ checkoutId: 1 }, whenText('checkoutId'));
export const latestConfirmed = { confirmedAt: -1, _id: -1 } as const;
export const confirmedIndex = { state: 1, ...latestConfirmed } as const;
schema.index(confirmedIndex);
schema.index({ receiptNumber: 1 }, { partialFilterExpression: { receiptNumber: isText } });
schema.index({ ownerId: 1, requests: 1 });
schema.index({ nextCheckAt: 1 }, { partialFilterExpression: { nextCheckAt: isDate } });

export function toRow({ id, checkout, period, checks, ...payment }: Payment): PaymentRow {
  return {
    _id: id,
    ...payment,
    checkoutId: checkout?.id ?? null,
    checkoutSignature: checkout?.signature ?? null,
    checkoutUrl: checkout?.url ?? null,
    periodStart: period?.start ?? null,
    periodEnd: period?.end ?? null,
    confirmedAt: confirmedAt(payment),
    checksAsked: checks.count,
    nextCheckAt: checks.nextAt,
  };
}

const checkoutOf = ({ checkoutId: id, checkoutSignature: signature, checkoutUrl: url }: PaymentRow) =>
  id === null || signature === null || url === null ? null : { id, signature, url };
const periodOf = ({ periodStart: start, periodEnd: end }: PaymentRow) =>
  start === null || end === null ? null : { start, end };

const originalOf = ({ repeatOf: original }: PaymentRow) =>
  original && { id: original.id, apiRef: original.apiRef };

export const toPayment = (row: PaymentRow): Payment => ({
  id: row._id,
  ownerId: row.ownerId,
  apiRef: row.apiRef,
  repeatOf: originalOf(row),
  amountCents: row.amountCents,
  currency: row.currency,
  method: row.method,
  callUntil: row.callUntil,
  state: row.state,
  failureReason: row.failureReason,
  checkout: checkoutOf(row),
  invoiceId: row.invoiceId,
  steps: row.steps.map(({ state, at }) => ({ state, at })),
  receiptNumber: row.receiptNumber,
  period: periodOf(row),
  createdAt: row.createdAt,
  checks: { count: row.checksAsked, nextAt: row.nextCheckAt },
  version: row.version,
});
