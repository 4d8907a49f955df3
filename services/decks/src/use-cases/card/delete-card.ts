import type { Principal } from '@kumbuka/identity';
import { textBytes } from '../../domain/card.ts';
import type { Deck } from '../../domain/deck.ts';
import { assertVersion, FlashcardNotFound } from '../../domain/errors.ts';
import { cardRemoved } from '../../domain/events.ts';
import { removeWithNotes } from '../note/remove-with-notes.ts';
import type { Ports } from '../ports.ts';
import { keepCards } from '../trash/keep-deleted.ts';

/** Deletes a card and returns its updated deck. Throws `VersionConflict` when the card has another version than expected. */
export const deleteCard =
  ({ transact, now }: Pick<Ports, 'transact' | 'now'>) =>
  async (id: number, { userId }: Principal, expectedVersion: number | null = null): Promise<Deck> =>
    transact(async ({ decks, cards, notes, trash, record }) => {
      const card = await cards.remove(userId, id);
      if (!card) throw new FlashcardNotFound();
      assertVersion(card, expectedVersion);
      const at = now();
      await keepCards({ notes, trash }, userId, [card], at);
      await removeWithNotes({ cards, notes }, userId, [card.noteId], async () => undefined);
      const gone = { cardCount: -1, textBytes: -textBytes(card) };
      const deck = await decks.incrementSize(userId, card.deckId, gone);
      if (!deck) throw new FlashcardNotFound();
      record([cardRemoved(card, at)]);
      return deck;
    });
