/** Refund or chargeback as the provider lists it. */
export interface RefundEntry {
  /** Id at the provider. */
  id: string;
  /** Invoice whose money goes back; `null` when the entry names none. */
  invoiceId: string | null;
  /** `null` unless it is exact. */
  amountCents: number | null;
  reason: string;
  /** State at the provider, in its own words. */
  status: string;
}

export const refundOutcomes = ['ended', 'kept'] as const;
/** Decision of an operator: the days of the payment end, or the plan stays. */
export type RefundOutcome = (typeof refundOutcomes)[number];

/** Note to the operators about a refund or chargeback. */
export interface Refund extends RefundEntry {
  /** Payment of the invoice; `null` when the invoice is not in the books. */
  paymentId: string | null;
  foundAt: Date;
  /** `null` while it waits for an operator. */
  settled: { outcome: RefundOutcome; at: Date } | null;
}

export const settle = (refund: Refund, outcome: RefundOutcome, at: Date): Refund => ({
  ...refund,
  settled: { outcome, at },
});
