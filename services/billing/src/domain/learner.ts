import { Unauthenticated } from '@kumbuka/contracts';
import type { UsageKept } from './usage.ts';

/** Data that billing keeps about a learner besides payments. */
export interface Learner {
  id: number;
  /** Number of payments. */
  paymentCount: number;
  usage: UsageKept | null;
  /** Time of erasure; a tombstone that keeps late events from restoring rows. */
  erasedAt: Date | null;
}

/** Rejects writes for an erased account, whose token may outlive it by some seconds. */
export function assertNotErased({ erasedAt }: Pick<Learner, 'erasedAt'>) {
  if (erasedAt) throw new Unauthenticated();
}
