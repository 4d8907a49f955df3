import { pageWithTotal, type Page, type PageRequest } from '@kumbuka/contracts';
import type { Principal } from '@kumbuka/identity';
import type { Deck } from '../../domain/deck.ts';
import { DeckNotFound } from '../../domain/errors.ts';
import {
  facetsOf,
  matchesAll,
  matchOf,
  namesFacets,
  type DeckFacets,
  type DeckFilter,
  type DeckSort,
} from '../../domain/listing.ts';
import type { Ports } from '../ports.ts';

export interface DeckQuery extends PageRequest {
  filter: DeckFilter;
  sort: DeckSort;
}

const noSpellings: DeckFacets = { subjects: [], categories: [] };

/** A page of the learner's decks and their total number. */
export const listDecks =
  ({ decks, learners }: Pick<Ports, 'decks' | 'learners'>) =>
  async ({ filter, sort, page, perPage }: DeckQuery, { userId }: Principal): Promise<Page<Deck>> => {
    const spellings = namesFacets(filter) ? await decks.spellings(userId) : noSpellings;
    const match = matchOf(filter, spellings);
    const items = await decks.list(userId, match, sort, { page, perPage });
    return pageWithTotal({ page, perPage }, items, () =>
      matchesAll(match) ? learners.deckCount(userId) : decks.count(userId, match),
    );
  };

/** Number of decks that a search of the learner's decks reads. */
export const countOwnDecks =
  ({ learners }: Pick<Ports, 'learners'>) =>
  ({ userId }: Principal): Promise<number> =>
    learners.deckCount(userId);

export const readDeck =
  ({ decks }: Pick<Ports, 'decks'>) =>
  async (id: number, { userId }: Principal): Promise<Deck> => {
    const deck = await decks.find(userId, id);
    if (!deck) throw new DeckNotFound();
    return deck;
  };

export const readDeckFacets =
  ({ decks }: Pick<Ports, 'decks'>) =>
  async ({ userId }: Principal): Promise<DeckFacets> =>
    facetsOf(await decks.spellings(userId));
