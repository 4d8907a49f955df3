import type { PageRequest, UsageOfUser, UsagePage } from '@kumbuka/contracts';
import type { Learner } from '../domain/learner.ts';
import type { WaitingLetter } from '../domain/mail.ts';
import type { DomainEvent } from '../domain/events.ts';
import type {
  HostedCheckout,
  InvoiceReport,
  OwnedPayment,
  Payment,
  PaymentMethod,
} from '../domain/payment.ts';
import type { Statement } from '../domain/statement.ts';
import type { Subscription } from '../domain/subscription.ts';
import type { UsageKept, UsageTold } from '../domain/usage.ts';

export interface PaymentStore {
  find(ownerId: number, id: string): Promise<OwnedPayment | null>;
  /** The latest one that is not at its end. */
  findOpen(ownerId: number): Promise<OwnedPayment | null>;
  /** The latest payment of a method that was opened since an instant and has neither been paid nor failed. */
  findOpenSince(ownerId: number, method: PaymentMethod, since: Date): Promise<OwnedPayment | null>;
  /** Payments opened since an instant whose money came although they have no owner. */
  countPaidWithoutOwner(since: Date): Promise<number>;
  /** By any name: our reference, the provider's checkout or its invoice. */
  findNamed(ownerId: number, name: string): Promise<OwnedPayment | null>;
  /** Whoever owns it, if anybody does. */
  findAnybodys(id: string): Promise<Payment | null>;
  /** The payment that a message of the provider is about, whoever owns it. */
  findByReference(apiRef: string): Promise<Payment | null>;
  /** The payment that an invoice paid, or is to pay, whoever owns it. */
  findByInvoice(invoiceId: string): Promise<Payment | null>;
  /** Which of these invoices have paid for something. */
  listPaidInvoices(invoiceIds: readonly string[]): Promise<Set<string>>;
  /** A page of a learner's payments, latest first. */
  page(ownerId: number, page: PageRequest): Promise<OwnedPayment[]>;
  insert(payment: Payment): Promise<void>;
  save(payment: Payment): Promise<void>;
  /** A payment that is not paid is checked at this instant. */
  hasten(id: string, at: Date): Promise<void>;
  /** When the oldest payment was started that has neither come nor failed; null when there is none. */
  oldestPendingAt(): Promise<Date | null>;
  /** Payments that are not paid and whose next check is due, longest due first. */
  listDue(at: Date, most: number): Promise<Payment[]>;
  /** Puts off the next check; false when somebody else has done so meanwhile. */
  claimCheck(before: Payment, after: Payment): Promise<boolean>;
  /** Takes a learner's name out of the books. */
  anonymise(ownerId: number): Promise<void>;
}

export interface SubscriptionStore {
  find(ownerId: number): Promise<Subscription>;
  save(subscription: Subscription): Promise<void>;
  /** Subscriptions of owners after one of them, by id. */
  listAfter(ownerId: number, most: number): Promise<Subscription[]>;
  /** Owners whose subscription ended before an instant, which nobody was told. */
  listLapsed(before: Date, most: number): Promise<number[]>;
  /** Owners whose reminder is due. */
  listToRemind(at: Date, most: number): Promise<number[]>;
  remove(ownerId: number): Promise<void>;
}

export interface LearnerStore {
  find(id: number): Promise<Learner>;
  /** Counts one more payment and gives back the learner as they then are. */
  incrementPaymentCount(id: number): Promise<Learner>;
  /** Ids of those of whom a month is kept, after one of them, in order. */
  listWithUsage(after: number, most: number): Promise<number[]>;
  /** Makes the month of a learner what it should be, whatever is known; null for none. */
  replaceUsage(id: number, usage: UsageKept | null): Promise<void>;
  /** Keeps what ai tells of a learner's months, unless later news is known. */
  keepUsage(told: readonly UsageTold[]): Promise<void>;
  /** Marks a learner as gone for ever and forgets the rest. */
  erase(id: number, at: Date): Promise<void>;
}

export interface LetterStore {
  insert(letter: WaitingLetter, at: Date): Promise<void>;
  /** The next letter that is due; it is put off, and belongs to nobody else meanwhile unless `isMine` is false. */
  claim(at: Date): Promise<(WaitingLetter & { isMine: boolean }) | null>;
  remove(key: string): Promise<void>;
  removeAll(ownerId: number): Promise<void>;
}

export interface StatementStore {
  find(): Promise<Statement | null>;
  /** Unless somebody else has read on meanwhile. */
  save(before: Statement, after: Statement): Promise<void>;
}

/** A paid invoice, as the provider's list names it. */
export interface StatementEntry {
  invoiceId: string;
  apiRef: string;
}

/** What is asked of the provider: what became of an invoice, or of a page of its own. */
export type InvoiceQuestion = { invoiceId: string } | { checkout: HostedCheckout };

interface Order {
  apiRef: string;
  amountCents: number;
  currency: string;
}

/** Who takes the money. Each call throws CheckoutFailed, or ProviderTimeout when nobody knows whether it was done. */
export interface PaymentProvider {
  startCheckout(order: Order & { redirectUrl: string }): Promise<HostedCheckout>;
  requestStkPush(order: Order & { phone: string }): Promise<{ invoiceId: string }>;
  /** Null when the provider knows nothing of it. */
  readInvoice(question: InvoiceQuestion): Promise<InvoiceReport | null>;
  /** A page of all invoices that were paid, from 1, in the provider's order. */
  listPaid(page: number): Promise<{ entries: StatementEntry[]; isLast: boolean }>;
  /** It failed too often and is left alone for a while. */
  isResting(): boolean;
}

/** Ai, asked for what it told; throws Unavailable when it is away. */
export interface UsageReader {
  /** Users after one of them, by id. */
  list(after: number): Promise<UsagePage>;
  read(userId: number): Promise<UsageOfUser>;
}

/** The stores of one transaction, and what it leaves behind beside their rows. */
export interface UnitOfWork {
  payments: PaymentStore;
  subscriptions: SubscriptionStore;
  learners: LearnerStore;
  letters: LetterStore;
  /** Events that are published once the work has committed. */
  record(events: readonly DomainEvent[]): void;
  /** Keeps the result for a repeat of this request, and gives it back. */
  rememberResponse<Result>(result: Result): Result;
}

/** Runs work in one transaction, again from the start after a conflict. */
export type Transact = <Result>(work: (unit: UnitOfWork) => Promise<Result>) => Promise<Result>;

/** Everything that use-cases need of the world. */
export interface Ports {
  payments: PaymentStore;
  subscriptions: SubscriptionStore;
  learners: LearnerStore;
  letters: LetterStore;
  statements: StatementStore;
  transact: Transact;
  /** Hands a letter to auth, which alone knows addresses; throws Unavailable. */
  handToAuth(letter: WaitingLetter): Promise<unknown>;
  provider: PaymentProvider;
  /** Origins of our own pages, the home first. */
  origins: readonly string[];
  /** Compares with the secret by which the provider proves itself. */
  isChallenge(given: string): boolean;
  /** Counts an attempt to pay; throws RateLimited. */
  countAttempt(learnerId: number): Promise<void>;
  /** Throws RateLimited when a phone got as many prompts as it may, from one learner or from all. */
  checkPromptLimit(phone: string, learnerId: number): Promise<void>;
  /** Counts a prompt that was sent. */
  countPrompt(phone: string, learnerId: number): Promise<void>;
  /** Counts a look-up of an invoice that is in no book of the learner; throws RateLimited. */
  countUnknownInvoice(learnerId: number): Promise<void>;
  /** Counts a look-up of another invoice for a payment of the learner; throws RateLimited. */
  countForeignInvoice(learnerId: number): Promise<void>;
  /** Goes on with work that nobody waits for any longer. */
  goOn(work: Promise<unknown>): void;
  newPaymentId(): string;
  /** Name of the request at hand, the same for each repeat; `null` without an Idempotency-Key. */
  requestName(): string | null;
  /** Id of the nth payment of a named request, always the same. */
  paymentIdOf(requestName: string, attempt: number): string;
  newReceiptNumber(at: Date): Promise<string>;
  /** The calendar month of an instant, in the product's zone. */
  monthOf(at: Date): string;
  /** Forgets the answers that are kept for a learner's repeated requests. */
  forgetResponses(learnerId: number): Promise<void>;
  now(): Date;
}
