import type { Card } from '../domain/card.ts';
import type { Deck } from '../domain/deck.ts';
import { DeckNotFound } from '../domain/errors.ts';
import type { Page, PageRequest } from '../domain/listing.ts';
import type { Asker } from './unit.ts';

interface Needs {
  findDeck(ownerId: number, id: number): Promise<Deck | null>;
  pageOfCards(ownerId: number, deckId: number, page: PageRequest): Promise<Card[]>;
  allCards(ownerId: number, deckId: number): Promise<Card[]>;
}

const ownDeck = async (findDeck: Needs['findDeck'], ownerId: number, id: number): Promise<Deck> => {
  const deck = await findDeck(ownerId, id);
  if (!deck) throw new DeckNotFound();
  return deck;
};

/** A page of the cards of a deck, oldest first. */
export const listCards =
  ({ findDeck, pageOfCards }: Omit<Needs, 'allCards'>) =>
  async (deckId: number, page: PageRequest, { userId }: Asker): Promise<Page<Card>> => {
    const [deck, items] = await Promise.all([
      ownDeck(findDeck, userId, deckId),
      pageOfCards(userId, deckId, page),
    ]);
    return { ...page, items, total: deck.cardCount };
  };

/** The same for a deck that was read already. */
export const listCardsOf =
  ({ pageOfCards }: Pick<Needs, 'pageOfCards'>) =>
  async (
    { id, cardCount }: Pick<Deck, 'id' | 'cardCount'>,
    page: PageRequest,
    { userId }: Asker,
  ): Promise<Page<Card>> => ({ ...page, items: await pageOfCards(userId, id, page), total: cardCount });

/** Every card of a deck, oldest first. */
export const listAllCards =
  ({ findDeck, allCards }: Omit<Needs, 'pageOfCards'>) =>
  async (deckId: number, { userId }: Asker): Promise<Card[]> => {
    const [, cards] = await Promise.all([ownDeck(findDeck, userId, deckId), allCards(userId, deckId)]);
    return cards;
  };
