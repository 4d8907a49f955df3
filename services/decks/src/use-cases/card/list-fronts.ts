import { frontsPerPage } from '@kumbuka/contracts';
import { DeckNotFound } from '../../domain/errors.ts';
import type { Ports } from '../ports.ts';

/** Fronts of an owner's deck, oldest first, for internal callers that compare them. */
export const listFronts =
  ({ decks, cards }: Pick<Ports, 'decks' | 'cards'>) =>
  async (deckId: number, ownerId: number, page: number) => {
    const deck = await decks.find(ownerId, deckId);
    if (!deck) throw new DeckNotFound();
    const found = await cards.page(ownerId, deckId, { page, perPage: frontsPerPage });
    return { fronts: found.map(({ front }) => front), hasNext: page * frontsPerPage < deck.cardCount };
  };
