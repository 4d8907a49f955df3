import type { PageRequest } from '@kumbuka/contracts';
import type { OwnedPayment, Payment, PaymentMethod } from '../../domain/payment.ts';

/** Releases a reservation. */
export type Release = () => Promise<void>;

export interface PaymentStore {
  find(ownerId: number, id: string): Promise<OwnedPayment | null>;
  /** Latest open payment. */
  findOpen(ownerId: number): Promise<OwnedPayment | null>;
  /** Payments of a method that were opened since an instant, latest first. */
  listSince(ownerId: number, method: PaymentMethod, since: Date): Promise<OwnedPayment[]>;
  /** Number of payments without an owner whose money was received, in any amount, and which no operator has settled. */
  countMoneyWithoutOwner(): Promise<number>;
  /** Finds a payment by our reference, the provider's checkout or its invoice. */
  findNamed(ownerId: number, name: string): Promise<OwnedPayment | null>;
  /** Finds the payment that answers a request besides its own. */
  findByRequest(ownerId: number, requestId: string): Promise<OwnedPayment | null>;
  /** Lets a payment answer a further request. */
  addRequest(id: string, requestId: string): Promise<void>;
  /** Finds a payment regardless of its owner. */
  findById(id: string): Promise<Payment | null>;
  /** Finds the payment of a provider notification, regardless of its owner. */
  findByReference(apiRef: string): Promise<Payment | null>;
  /** Finds the payment of an invoice, regardless of its owner. */
  findByInvoice(invoiceId: string): Promise<Payment | null>;
  /** Returns the invoices that have paid for something. */
  listPaidInvoices(invoiceIds: readonly string[]): Promise<Set<string>>;
  /** A page of a learner's payments, latest first. */
  page(ownerId: number, page: PageRequest): Promise<OwnedPayment[]>;
  insert(payment: Payment): Promise<void>;
  save(payment: Payment): Promise<void>;
  /** Moves the next status query of an unpaid payment to this instant. */
  setNextCheck(id: string, at: Date): Promise<void>;
  /** Start of the oldest pending payment; `null` for none. */
  oldestPendingAt(): Promise<Date | null>;
  /** Unpaid payments whose next status query is due, longest overdue first. */
  listDue(at: Date, limit: number): Promise<Payment[]>;
  /** Postpones the next status query; false when another process was faster. */
  claimCheck(before: Payment, after: Payment): Promise<boolean>;
  /** Takes over the call that opens a page; false when another request was faster. */
  claimCall(before: Payment, until: Date): Promise<boolean>;
  /** Removes the learner from the books. */
  anonymise(ownerId: number): Promise<void>;
}

/** Phones of the prompts of the last day, as keyed hashes of the number, one per accepted key. */
export interface PhoneStore {
  /** Id of the latest payment that was requested on a phone. */
  findLatest(hashes: readonly string[]): Promise<string | null>;
  /** Records the phone of a payment. Conflicts with every other payment for this phone. */
  setLatest(payment: OwnedPayment, hashes: readonly string[]): Promise<void>;
  /** Ids of the payments that were requested on a phone, latest first. */
  findPaymentIds(hashes: readonly string[]): Promise<string[]>;
  /** Whether a payment is for another phone; false when its phone is not known any more. */
  isOther(paymentId: string, hashes: readonly string[]): Promise<boolean>;
  /**
   * Removes the phones of an account. A phone that may still show a prompt loses its owner instead and is removed when the
   * prompt has ended, so that no other account rings it meanwhile.
   */
  disown(ownerId: number, at: Date): Promise<void>;
}

/** Rate limits of payments, by learner, phone and client IP. */
export interface PaymentLimits {
  /** Counts an attempt to pay. Throws `RateLimited`. */
  countAttempt(learnerId: number): Promise<void>;
  /**
   * Counts a prompt before it is sent. Throws `RateLimited` when a phone received too many, from one learner or from
   * all. Returns the function that releases it when nothing was sent.
   */
  reservePrompt(phone: string, learnerId: number): Promise<Release>;
  /** Counts a look-up of an unknown invoice. Throws `RateLimited`. */
  countUnknownInvoice(learnerId: number): Promise<void>;
  /** Counts a look-up of another invoice for a payment of the learner. Throws `RateLimited`. */
  countForeignInvoice(learnerId: number): Promise<void>;
  /** Counts a notification with another challenge, so that right ones are never rejected. Throws `RateLimited`. */
  countWrongChallenge(ip: string): Promise<void>;
  /** Keyed hashes of a phone; the first is stored, all are accepted. */
  phoneHashes(phone: string): readonly [string, ...string[]];
}

/** Ids of payments and numbers of receipts. */
export interface PaymentIds {
  newPaymentId(): string;
  /** Deterministic id of the nth payment of a named request. */
  paymentIdOf(requestName: string, attempt: number): string;
  newReceiptNumber(at: Date): Promise<string>;
}
