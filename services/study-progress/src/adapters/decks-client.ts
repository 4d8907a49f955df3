import { decksInternalRoutes, ProductError } from '@kumbuka/contracts';
import { callService } from '@kumbuka/http-kit';
import type { Ownership } from '../use-cases/ports.ts';

/** Timeout of one attempt. */
const callTimeoutMs = 4_500;

/** Returns `null` for a missing deck or card. */
const orNull = async <Result>(pending: Promise<Result>): Promise<Result | null> =>
  pending.catch((error: unknown) => {
    if (error instanceof ProductError && error.status === 404) return null;
    throw error;
  });

/**
 * Queries the decks service for the owner of a card or deck. Throws `Unavailable` when it cannot be reached.
 */
export function createDecksClient(options: { baseUrl: string; internalKey: string }): Ownership {
  const { call } = callService({ ...options, timeoutMs: callTimeoutMs, retries: 1 });
  const { readCardOwner, readDeckOwner } = decksInternalRoutes;
  return {
    async findCard(cardId) {
      const card = await orNull(call(readCardOwner, { params: { id: cardId } }));
      return card && { ...card, createdAt: new Date(card.createdAt) };
    },
    findDeck: (deckId) => orNull(call(readDeckOwner, { params: { id: deckId } })),
  };
}
