import type { Principal } from '@kumbuka/identity';
import { assertCardFits, editSides, textBytes, type Card, type CardSides } from '../../domain/card.ts';
import { assertVersion, CardStays, FlashcardNotFound } from '../../domain/errors.ts';
import type { Ports, UnitOfWork } from '../ports.ts';

/** A longer text has to fit into its deck; a shorter one always does. */
async function keepSize({ decks }: Pick<UnitOfWork, 'decks'>, before: Card, after: Card) {
  const grown = textBytes(after) - textBytes(before);
  if (grown === 0) return;
  const { ownerId, deckId } = after;
  const deck = await decks.incrementSize(ownerId, deckId, { cardCount: 0, textBytes: grown });
  if (deck && grown > 0) assertCardFits(deck);
}

/** Version and deck of the card as the caller read it. */
export interface EditedCard {
  version?: number | null | undefined;
  deckId?: number | undefined;
}

/** Replaces both sides of a card. A repeat of a change that was saved is no conflict. */
export const editCard =
  ({ transact, now }: Pick<Ports, 'transact' | 'now'>) =>
  async (
    id: number,
    sides: CardSides,
    { userId }: Principal,
    { version = null, deckId }: EditedCard = {},
  ): Promise<Card> =>
    transact(async ({ decks, cards, record }) => {
      const before = await cards.find(userId, id);
      if (!before) throw new FlashcardNotFound();
      if (deckId !== undefined && deckId !== before.deckId) throw new CardStays();
      const { card, changed } = editSides(before, sides, now());
      if (!changed) return card;
      assertVersion(before, version);
      await keepSize({ decks }, before, card);
      await cards.save(card);
      record([{ type: 'card-edited', card }]);
      return card;
    });
