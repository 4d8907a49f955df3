import { Unauthenticated } from '@kumbuka/contracts';

/** What decks knows of a learner. */
export interface Learner {
  id: number;
  deckCount: number;
  /** Set for ever once the account is gone, so that nothing late brings rows back. */
  erasedAt: Date | null;
}

/** A token lives a few seconds longer than its account; nothing new is made for it. */
export function assertNotErased(learner: Learner) {
  if (learner.erasedAt) throw new Unauthenticated();
}
