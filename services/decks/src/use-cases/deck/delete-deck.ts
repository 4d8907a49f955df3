import type { Principal } from '@kumbuka/identity';
import { assertVersion, DeckNotFound } from '../../domain/errors.ts';
import { deckDeleted } from '../../domain/events.ts';
import { removeWithNotes } from '../note/remove-with-notes.ts';
import type { Deck } from '../../domain/deck.ts';
import type { Ports, UnitOfWork } from '../ports.ts';
import { keepDeck } from '../trash/keep-deleted.ts';

/**
 * Deletes deck and cards in one transaction: at most 10,000 small deletions, never visible in part. Throws
 * `VersionConflict` when the deck has another version than expected, and what `check` throws.
 */
export const deleteDeck =
  ({ transact, now }: Pick<Ports, 'transact' | 'now'>) =>
  async (
    id: number,
    { userId }: Pick<Principal, 'userId'>,
    expectedVersion: number | null = null,
    check: (unit: UnitOfWork, deck: Deck) => Promise<void> = async () => {},
  ): Promise<void> =>
    transact(async (unit) => {
      const { decks, cards, notes, learners, record } = unit;
      const deck = await decks.remove(userId, id);
      if (!deck) throw new DeckNotFound();
      assertVersion(deck, expectedVersion);
      await check(unit, deck);
      const at = now();
      const noteIds = await cards.noteIdsOfDeck(userId, id);
      await keepDeck(unit, deck, noteIds, at);
      await removeWithNotes({ cards, notes }, userId, noteIds, () => cards.removeOfDeck(userId, id));
      await learners.incrementDeckCount(userId, -1);
      record([deckDeleted(deck, at)]);
    });
