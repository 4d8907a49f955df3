import type { Principal } from '@kumbuka/identity';
import { assertCardFits, editSides, textBytes, type Card, type CardSides } from '../domain/card.ts';
import { FlashcardNotFound } from '../domain/errors.ts';
import type { Ports, UnitOfWork } from './ports.ts';

/** A longer text has to fit into its deck; a shorter one always does. */
async function keepSize({ decks }: Pick<UnitOfWork, 'decks'>, before: Card, after: Card) {
  const grown = textBytes(after) - textBytes(before);
  if (grown === 0) return;
  const { ownerId, deckId } = after;
  const deck = await decks.incrementSize(ownerId, deckId, { cardCount: 0, textBytes: grown });
  if (deck && grown > 0) assertCardFits(deck);
}

export const editCard =
  ({ transact, now }: Ports) =>
  async (id: number, sides: CardSides, { userId }: Principal): Promise<Card> =>
    transact(async ({ decks, cards, record }) => {
      const before = await cards.find(userId, id);
      if (!before) throw new FlashcardNotFound();
      const { card, changed } = editSides(before, sides, now());
      if (!changed) return card;
      await keepSize({ decks }, before, card);
      await cards.save(card);
      record([{ type: 'card-edited', card }]);
      return card;
    });
