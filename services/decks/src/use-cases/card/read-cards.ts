import { skipOf, type Page, type PageRequest } from '@kumbuka/contracts';
import type { Principal } from '@kumbuka/identity';
import { containsKey, type Card, type CardMarks } from '../../domain/card.ts';
import type { Deck } from '../../domain/deck.ts';
import { DeckNotFound } from '../../domain/errors.ts';
import { keyToFind } from '../../domain/listing.ts';
import type { Ports } from '../ports.ts';

const ownDeck = async ({ decks }: Pick<Ports, 'decks'>, ownerId: number, id: number): Promise<Deck> => {
  const deck = await decks.find(ownerId, id);
  if (!deck) throw new DeckNotFound();
  return deck;
};

/** A page of the cards of a deck, oldest first. */
export const listCards =
  (ports: Pick<Ports, 'decks' | 'cards'>) =>
  async (deckId: number, page: PageRequest, { userId }: Principal): Promise<Page<Card>> => {
    const [deck, items] = await Promise.all([
      ownDeck(ports, userId, deckId),
      ports.cards.page(userId, deckId, page),
    ]);
    return { ...page, items, total: deck.cardCount };
  };

export interface CardQuery extends PageRequest {
  /** Text that either side must contain; every card when absent. */
  containing?: string | undefined;
  /** Mark that the cards must have. */
  marked?: keyof CardMarks | undefined;
}

/** A page of the cards that match. Reads the deck in batches, never as a whole. */
async function searchCards(
  batches: AsyncIterable<Card[]>,
  matches: (card: Card) => boolean,
  page: PageRequest,
): Promise<Page<Card>> {
  const items: Card[] = [];
  const skipped = skipOf(page);
  let total = 0;
  for await (const batch of batches) {
    for (const card of batch.filter(matches)) {
      total += 1;
      if (total > skipped && items.length < page.perPage) items.push(card);
    }
  }
  return { ...page, items, total };
}

/** As `listCards` for a deck that was loaded already, optionally filtered by a text and a mark. */
export const listCardsOf =
  ({ cards }: Pick<Ports, 'cards'>) =>
  async (
    { id, cardCount }: Pick<Deck, 'id' | 'cardCount'>,
    { containing, marked, ...page }: CardQuery,
    { userId }: Principal,
  ): Promise<Page<Card>> => {
    const key = keyToFind(containing);
    if (key === null && !marked)
      return { ...page, items: await cards.page(userId, id, page), total: cardCount };
    const matches = (card: Card) => (key === null || containsKey(card, key)) && (!marked || card[marked]);
    return searchCards(cards.batches(userId, id), matches, page);
  };

/** All cards of a deck, oldest first. Nothing is read before the batches are iterated. */
export interface AllCards {
  cardCount: number;
  batches: AsyncIterable<Card[]>;
}

export const listAllCards =
  (ports: Pick<Ports, 'decks' | 'cards'>) =>
  async (deckId: number, { userId }: Principal): Promise<AllCards> => {
    const { cardCount } = await ownDeck(ports, userId, deckId);
    return { cardCount, batches: ports.cards.batches(userId, deckId) };
  };
