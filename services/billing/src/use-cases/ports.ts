import type { Learner } from '../domain/learner.ts';
import type { DomainEvent } from '../domain/events.ts';
import type { PageRequest } from '../domain/listing.ts';
import type { OwnedPayment, Payment } from '../domain/payment.ts';
import type { Subscription } from '../domain/subscription.ts';

export interface PaymentStore {
  find(ownerId: number, id: string): Promise<OwnedPayment | null>;
  /** The latest one that is not at its end. */
  findOpen(ownerId: number): Promise<OwnedPayment | null>;
  /** A page of a learner's payments, latest first. */
  page(ownerId: number, page: PageRequest): Promise<OwnedPayment[]>;
  count(ownerId: number): Promise<number>;
  insert(payment: Payment): Promise<void>;
  /** Takes the learner out of the books; false when nothing of them was left. */
  anonymise(ownerId: number): Promise<void>;
}

export interface SubscriptionStore {
  find(ownerId: number): Promise<Subscription>;
  save(subscription: Subscription): Promise<void>;
  remove(ownerId: number): Promise<void>;
}

export interface LearnerStore {
  find(id: number): Promise<Learner>;
  /** Marks a learner as gone for ever and forgets the rest. */
  erase(id: number, at: Date): Promise<void>;
}

/** The stores of one transaction, and what it leaves behind beside their rows. */
export interface UnitOfWork {
  payments: PaymentStore;
  subscriptions: SubscriptionStore;
  learners: LearnerStore;
  /** Events that are published once the work has committed. */
  record(events: readonly DomainEvent[]): void;
  /** Keeps the result for a repeat of this request, and gives it back. */
  keepAnswer<Result>(result: Result): Result;
}

/** Runs work in one transaction, again from the start after a conflict. */
export type Transact = <Result>(work: (unit: UnitOfWork) => Promise<Result>) => Promise<Result>;

/** Everything that use-cases need of the world. */
export interface Ports {
  payments: PaymentStore;
  subscriptions: SubscriptionStore;
  learners: LearnerStore;
  transact: Transact;
  /** The calendar month of an instant, in the product's zone. */
  monthOf(at: Date): string;
  /** Forgets the answers that are kept for a learner's repeated requests. */
  forgetAnswers(learnerId: number): Promise<void>;
  now(): Date;
}
