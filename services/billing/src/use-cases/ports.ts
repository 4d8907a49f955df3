import type { PageRequest, UsageOfUser, UsagePage } from '@kumbuka/contracts';
import type { Transact as TransactOf, UnitOfWork as UnitOf } from '@kumbuka/service-kit/ports';
import type { Learner } from '../domain/learner.ts';
import type { PendingEmail } from '../domain/mail.ts';
import type { DomainEvent } from '../domain/events.ts';
import type {
  HostedCheckout,
  InvoiceReport,
  OwnedPayment,
  Payment,
  PaymentMethod,
} from '../domain/payment.ts';
import type { Refund, RefundEntry } from '../domain/refund.ts';
import type { Statement } from '../domain/statement.ts';
import type { Subscription } from '../domain/subscription.ts';
import type { UsageKept, UsageUpdate } from '../domain/usage.ts';

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
  /** Whether a payment is for another phone; false when its phone is not known any more. */
  isOther(paymentId: string, hashes: readonly string[]): Promise<boolean>;
  /**
   * Removes the phones of an account. A phone that may still show a prompt loses its owner instead and is removed when the
   * prompt has ended, so that no other account rings it meanwhile.
   */
  disown(ownerId: number, at: Date): Promise<void>;
}

export interface SubscriptionStore {
  find(ownerId: number): Promise<Subscription>;
  save(subscription: Subscription): Promise<void>;
  /** Subscriptions after an owner id, ordered by owner. */
  listAfter(ownerId: number, limit: number): Promise<Subscription[]>;
  /** Owners whose subscription ended before an instant and whose expiry is not published. */
  listLapsed(before: Date, limit: number): Promise<number[]>;
  /** Owners with a due reminder. */
  listToRemind(at: Date, limit: number): Promise<number[]>;
  remove(ownerId: number): Promise<void>;
}

export interface LearnerStore {
  find(id: number): Promise<Learner>;
  /** Increments the number of payments and returns the learner. */
  incrementPaymentCount(id: number): Promise<Learner>;
  /** Ids of learners with stored usage, after an id, in order. */
  listWithUsage(after: number, limit: number): Promise<number[]>;
  /** Overwrites the usage of a learner; `null` removes it. */
  replaceUsage(id: number, usage: UsageKept | null): Promise<void>;
  /** Stores usage unless a newer version is present. */
  keepUsage(updates: readonly UsageUpdate[]): Promise<void>;
  /** Writes the tombstone of a learner and removes the rest. */
  erase(id: number, at: Date): Promise<void>;
}

export interface EmailStore {
  insert(email: PendingEmail, at: Date): Promise<void>;
  /** Claims the next due email and postpones it; `isMine` is false when another process was faster. */
  claim(at: Date): Promise<(PendingEmail & { isMine: boolean }) | null>;
  remove(key: string): Promise<void>;
  removeAll(ownerId: number): Promise<void>;
}

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

export interface RefundStore {
  find(id: string): Promise<Refund | null>;
  /** Stores the provider's entry of a refund; never changes the decision of an operator. */
  note(entry: RefundEntry, paymentId: string | null, foundAt: Date): Promise<void>;
  /** Stores the decision of an operator. */
  settle(refund: Refund): Promise<void>;
  /** Whether the time of a payment was already taken back. */
  hasEnded(paymentId: string): Promise<boolean>;
  /** A page of open or of settled refunds, latest first. */
  page(isOpen: boolean, page: PageRequest): Promise<Refund[]>;
  count(isOpen: boolean): Promise<number>;
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

/** Reads usage from ai. Throws `Unavailable` when it cannot be reached. */
export interface UsageReader {
  /** Users after an id, in order. */
  list(after: number): Promise<UsagePage>;
  read(userId: number): Promise<UsageOfUser>;
}

/** Stores of one transaction. */
interface Stores {
  payments: PaymentStore;
  phones: PhoneStore;
  subscriptions: SubscriptionStore;
  learners: LearnerStore;
  emails: EmailStore;
  refunds: RefundStore;
}

export type UnitOfWork = UnitOf<Stores, DomainEvent>;
export type Transact = TransactOf<UnitOfWork>;

/** Time limits in milliseconds; after a wait the work continues without its caller. */
export interface Timeouts {
  /** Wait for a call of the provider. */
  providerMs: number;
  /** Wait for another request that is calling the provider. */
  callMs: number;
  /** Lease of the request that opens a payment at the provider. */
  leaseMs: number;
}

/** Runs work that outlives its request. */
export interface Background {
  /** Continues work that no caller waits for. */
  run(work: Promise<unknown>): void;
  pause(ms: number): Promise<void>;
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

/** Dependencies of the use-cases. */
export interface Ports extends Stores {
  statements: Statements;
  transact: Transact;
  /** Hands an email to auth, which alone knows addresses. Throws `Unavailable`. */
  handToAuth(email: PendingEmail): Promise<unknown>;
  provider: PaymentProvider;
  /** Origins of our own pages; the first is the home page's. */
  origins: readonly string[];
  limits: PaymentLimits;
  ids: PaymentIds;
  timeouts: Timeouts;
  background: Background;
  /** Name of the current request, the same for each retry; `null` without an Idempotency-Key. */
  requestName(): string | null;
  /** Calendar month of an instant in the product's time zone. */
  monthOf(at: Date): string;
  /** Deletes the responses stored for a learner's idempotency keys. */
  forgetResponses(learnerId: number): Promise<void>;
  now(): Date;
}
