import type { Principal } from '@kumbuka/identity';
import { containsKey, type Card } from '../../domain/card.ts';
import type { Deck } from '../../domain/deck.ts';
import { keyToFind } from '../../domain/listing.ts';
import type { Ports } from '../ports.ts';

export interface CardSearch {
  containing: string;
  /** Deck behind which the search continues; the newest deck when absent. */
  after?: number | undefined;
  first: number;
}

export interface FoundCards {
  items: Card[];
  /** Deck behind which the search continues; `null` when every deck was read. */
  next: number | null;
}

/** Most decks and, except in a single larger deck, most cards that one request reads. */
const [mostDecks, mostCards] = [100, 10_000];

/** The first decks whose cards one request may read, at least one. */
function portionOf(decks: readonly Deck[]): Deck[] {
  let cards = 0;
  const end = decks.findIndex(({ cardCount }, at) => {
    cards += cardCount;
    return at > 0 && (at >= mostDecks || cards > mostCards);
  });
  return decks.slice(0, end < 0 ? decks.length : end);
}

/**
 * Finds cards of all decks, newest deck first. Reads a limited number of cards, so that a search in a huge collection takes
 * several short requests. A deck with more matches than requested shows its oldest ones.
 */
export const searchCards =
  ({ decks, cards }: Pick<Ports, 'decks' | 'cards'>) =>
  async ({ containing, after, first }: CardSearch, { userId }: Principal): Promise<FoundCards> => {
    const key = keyToFind(containing);
    if (key === null) return { items: [], next: null };
    const left = (await decks.findAll(userId))
      .filter(({ id, cardCount }) => cardCount > 0 && (after === undefined || id < after))
      .toSorted((one, other) => other.id - one.id);
    const items: Card[] = [];
    const portion = portionOf(left);
    for (const [at, { id }] of portion.entries()) {
      for await (const batch of cards.batches(userId, id)) {
        items.push(...batch.filter((card) => containsKey(card, key)).slice(0, first - items.length));
        if (items.length === first) return { items, next: at + 1 < left.length ? id : null };
      }
    }
    return { items, next: portion.length < left.length ? (portion.at(-1)?.id ?? null) : null };
  };
