import type { CardsInserted } from '@kumbuka/contracts';
import { assertCardFits, newGeneratedCard, sizeOf, type Card, type CardSides } from '../../domain/card.ts';
import { DeckNotFound } from '../../domain/errors.ts';
import { cardsAdded } from '../../domain/events.ts';
import type { Ports } from '../ports.ts';

export interface GeneratedCards {
  ownerId: number;
  generationId: number;
  cards: readonly CardSides[];
}

type InsertPorts = Pick<Ports, 'transact' | 'newCardIds' | 'now'>;

async function cardsOf({ newCardIds, now }: InsertPorts, deckId: number, { ownerId, cards }: GeneratedCards) {
  const [ids, at] = [await newCardIds(cards.length), now()];
  return cards.flatMap((sides, index): Card[] => {
    const id = ids[index];
    return id === undefined ? [] : [newGeneratedCard(sides, { id, deckId, ownerId, at })];
  });
}

const inserted = (cardIds: readonly number[]): CardsInserted => ({
  inserted: cardIds.length,
  cardIds: [...cardIds],
});

/**
 * Inserts the cards of a generation into a deck, all or none and once; a repeat returns the cards of the
 * first insertion.
 */
export const insertGeneratedCards =
  (ports: InsertPorts) =>
  async (deckId: number, generated: GeneratedCards): Promise<CardsInserted> => {
    const { ownerId, generationId } = generated;
    const made = await cardsOf(ports, deckId, generated);
    return ports.transact(async ({ decks, cards, insertions, record }) => {
      const earlier = await insertions.findCardIds(ownerId, generationId, deckId);
      if (earlier) return inserted(earlier);
      const deck = await decks.incrementSize(ownerId, deckId, sizeOf(made));
      if (!deck) throw new DeckNotFound();
      assertCardFits(deck);
      const cardIds = made.map(({ id }) => id);
      await cards.insert(made);
      await insertions.insert({ ownerId, generationId, deckId, cardIds });
      record(cardsAdded(made));
      return inserted(cardIds);
    });
  };
