import type { HostedCheckout, InvoiceReport } from '../../domain/payment.ts';
import type { RefundEntry } from '../../domain/refund.ts';
import type { Statement } from '../../domain/statement.ts';

export interface StatementStore {
  find(): Promise<Statement | null>;
  /** Saves unless another process has moved on. */
  save(before: Statement, after: Statement): Promise<void>;
  /** Ends the pause, so that the list is read again by the next run. */
  endPause(at: Date): Promise<void>;
}

/** Progress in each of the provider's lists. */
export interface Statements {
  paid: StatementStore;
  refunds: StatementStore;
}

/** Paid invoice in the provider's list. */
export interface StatementEntry {
  invoiceId: string;
  apiRef: string;
}

/** Identifies an invoice to query, or a checkout page. */
export type InvoiceReference = { invoiceId: string } | { checkout: HostedCheckout };

interface Order {
  apiRef: string;
  amountCents: number;
  currency: string;
}

/** Payment provider. Calls throw `CheckoutFailed`, or `ProviderTimeout` when the outcome is unknown. */
export interface PaymentProvider {
  startCheckout(order: Order & { redirectUrl: string }): Promise<HostedCheckout>;
  requestStkPush(order: Order & { phone: string }): Promise<{ invoiceId: string }>;
  /** `null` when the provider does not know it. */
  readInvoice(reference: InvoiceReference): Promise<InvoiceReport | null>;
  /** A page of all paid invoices, from 1, in the provider's order. */
  listPaid(page: number): Promise<{ entries: StatementEntry[]; isLast: boolean }>;
  /** A page of all refunds and chargebacks, from 1, in the provider's order. */
  listRefunds(page: number): Promise<{ entries: RefundEntry[]; isLast: boolean }>;
  /** Whether a notification has the secret that the provider shares with us. */
  isChallenge(value: string): boolean;
  /** Whether the circuit breaker is open. */
  isResting(): boolean;
}
