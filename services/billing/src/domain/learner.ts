import { Unauthenticated } from '@kumbuka/contracts';
import type { UsageKept } from './usage.ts';

/** What billing knows of a learner besides payments. */
export interface Learner {
  id: number;
  /** Payments in all. */
  paymentCount: number;
  usage: UsageKept | null;
  /** Set for ever once the account is gone, so that nothing late brings rows back. */
  erasedAt: Date | null;
}

/** A token lives a few seconds longer than its account; nothing new is made for it. */
export function assertNotErased({ erasedAt }: Pick<Learner, 'erasedAt'>) {
  if (erasedAt) throw new Unauthenticated();
}
