import type { Subscription } from '../../domain/subscription.ts';

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
