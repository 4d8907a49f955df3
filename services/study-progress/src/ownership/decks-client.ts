import { decksInternalRoutes, ProductError } from '@kumbuka/contracts';
import { callService } from '@kumbuka/http-kit';
import type { Ownership } from '../use-cases/ports.ts';

/** What an answer waits for decks at most is twice as long: a question without an answer is asked once more. */
const askMs = 750;

/** A null answer for what is gone, whatever its name. */
const orNull = async <Result>(asked: Promise<Result>): Promise<Result | null> =>
  asked.catch((error: unknown) => {
    if (error instanceof ProductError && error.status === 404) return null;
    throw error;
  });

/** Asks decks whose a card or deck is; throws Unavailable when decks is away. */
export function createDecksClient(options: { baseUrl: string; internalKey: string }): Ownership {
  const { ask } = callService({ ...options, timeoutMs: askMs, retries: 1 });
  const { readCardOwner, readDeckOwner } = decksInternalRoutes;
  return {
    async findCard(cardId) {
      const card = await orNull(ask(readCardOwner, { params: { id: cardId } }));
      return card && { ...card, createdAt: new Date(card.createdAt) };
    },
    findDeck: (deckId) => orNull(ask(readDeckOwner, { params: { id: deckId } })),
  };
}
