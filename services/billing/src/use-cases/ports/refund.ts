import type { PageRequest } from '@kumbuka/contracts';
import type { Refund, RefundEntry } from '../../domain/refund.ts';

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
