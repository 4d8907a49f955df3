import { Unauthenticated } from '@kumbuka/contracts';

/** Data that decks keeps about a learner. */
export interface Learner {
  id: number;
  deckCount: number;
  /** Time of erasure; a tombstone that keeps late events from restoring rows. */
  erasedAt: Date | null;
}

/** Rejects writes for an erased account, whose token may outlive it by some seconds. */
export function assertNotErased(learner: Learner) {
  if (learner.erasedAt) throw new Unauthenticated();
}
