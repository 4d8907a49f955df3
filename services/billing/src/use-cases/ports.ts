import type { Transact as TransactOf, UnitOfWork as UnitOf } from '@kumbuka/service-kit/ports';
import type { PendingEmail } from '../domain/mail.ts';
import type { DomainEvent } from '../domain/events.ts';
import type { PaymentStore, PhoneStore, PaymentLimits, PaymentIds } from './ports/payment.ts';
import type { SubscriptionStore } from './ports/subscription.ts';
import type { BookStore } from './ports/book.ts';
import type { LearnerStore } from './ports/learner.ts';
import type { EmailStore } from './ports/email.ts';
import type { RefundStore } from './ports/refund.ts';
import type { Statements, PaymentProvider } from './ports/provider.ts';

export type * from './ports/payment.ts';
export type * from './ports/subscription.ts';
export type * from './ports/book.ts';
export type * from './ports/learner.ts';
export type * from './ports/email.ts';
export type * from './ports/refund.ts';
export type * from './ports/provider.ts';

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

/** Dependencies of the use-cases. */
export interface Ports extends Stores {
  statements: Statements;
  books: BookStore;
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
  /** The product's time zone. */
  zone: string;
  /** Calendar month of an instant in the product's time zone. */
  monthOf(at: Date): string;
  /** Deletes the responses stored for a learner's idempotency keys. */
  forgetResponses(learnerId: number): Promise<void>;
  now(): Date;
}
