import { decksInternalRoutes, DeckNotFound, frontsPerPage, limits } from '@kumbuka/contracts';
import { callService } from '@kumbuka/http-kit';
import { TooManyCards } from '../domain/errors.ts';
import type { Decks } from '../use-cases/ports.ts';

const callTimeoutMs = 4_500;
/** An insertion is one transaction of at most 30 cards; after a timeout the caller retries. */
const insertMs = 5_000;

export function createDecksClient(options: { baseUrl: string; internalKey: string }): Decks {
  const { call } = callService({ ...options, timeoutMs: callTimeoutMs, retries: 1 });
  const { call: change } = callService({ ...options, timeoutMs: insertMs });
  const { readDeckOwner, listFronts, insertGeneratedCards } = decksInternalRoutes;

  return {
    async assertOwned(deckId, ownerId) {
      const deck = await call(readDeckOwner, { params: { id: deckId } });
      if (deck.ownerId !== ownerId) throw new DeckNotFound();
    },

    async assertRoom(deckId, ownerId, cards) {
      const maxCards = limits.cardsPerDeck - cards;
      const page = Math.floor(maxCards / frontsPerPage) + 1;
      const { fronts } = await call(listFronts, { params: { id: deckId }, query: { ownerId, page } });
      if ((page - 1) * frontsPerPage + fronts.length > maxCards) throw new TooManyCards();
    },

    async *fronts(deckId, ownerId) {
      for (let page = 1; ; page++) {
        const found = await call(listFronts, { params: { id: deckId }, query: { ownerId, page } });
        yield found.fronts;
        if (!found.hasNext) return;
      }
    },

    async insert(deckId, { ownerId, generationId, cards }) {
      const sides = cards.map(({ question, answer }) => ({ front: question, back: answer }));
      const body = { ownerId, generationId, cards: sides };
      const { inserted } = await change(insertGeneratedCards, { params: { id: deckId }, body });
      return inserted;
    },
  };
}
