import type { Principal } from '@kumbuka/identity';
import type { Card } from '../domain/card.ts';
import type { Deck } from '../domain/deck.ts';
import { DeckNotFound } from '../domain/errors.ts';
import type { Page, PageRequest } from '../domain/listing.ts';
import type { Ports } from './ports.ts';

const ownDeck = async ({ decks }: Ports, ownerId: number, id: number): Promise<Deck> => {
  const deck = await decks.find(ownerId, id);
  if (!deck) throw new DeckNotFound();
  return deck;
};

/** A page of the cards of a deck, oldest first. */
export const listCards =
  (ports: Ports) =>
  async (deckId: number, page: PageRequest, { userId }: Principal): Promise<Page<Card>> => {
    const [deck, items] = await Promise.all([
      ownDeck(ports, userId, deckId),
      ports.cards.page(userId, deckId, page),
    ]);
    return { ...page, items, total: deck.cardCount };
  };

/** The same for a deck that was read already. */
export const listCardsOf =
  ({ cards }: Ports) =>
  async (
    { id, cardCount }: Pick<Deck, 'id' | 'cardCount'>,
    page: PageRequest,
    { userId }: Principal,
  ): Promise<Page<Card>> => ({ ...page, items: await cards.page(userId, id, page), total: cardCount });

/** Every card of a deck, oldest first, some at a time: nothing holds the whole deck. */
export const listAllCards =
  (ports: Ports) =>
  async (deckId: number, { userId }: Principal): Promise<AsyncIterable<Card[]>> => {
    await ownDeck(ports, userId, deckId);
    return ports.cards.batches(userId, deckId);
  };
