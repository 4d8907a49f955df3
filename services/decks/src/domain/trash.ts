import type { Card } from './card.ts';
import type { Deck } from './deck.ts';
import { ProductError } from '@kumbuka/contracts';
import type { Note } from './note.ts';

/** What a deletion removed, kept for a while so that it can be taken back. */
export interface Trashed {
  ownerId: number;
  of: 'deck' | 'card';
  /** Id of the deck or card. */
  id: number;
  /** The deck, when it was deleted itself. */
  deck: Deck | null;
  cards: readonly Card[];
  /** Stored notes of the cards. */
  notes: readonly Note[];
  at: Date;
}

/** What was deleted is not kept any more. */
export class RestoreTooLate extends ProductError {
  constructor() {
    super('RESTORE_TOO_LATE');
  }
}

/** The deletion had the version after the stored one, so what comes back has the next. */
export const restored = <Thing extends { version: number }>(thing: Thing): Thing => ({
  ...thing,
  version: thing.version + 2,
});
