import type { Deck } from '../domain/deck.ts';
import { DeckNotFound } from '../domain/errors.ts';
import { searchKey, type DeckFilter, type DeckSort, type Page, type PageRequest } from '../domain/listing.ts';
import type { Asker } from './unit.ts';

export interface DeckQuery extends PageRequest {
  filter: DeckFilter;
  sort: DeckSort;
}

/** What the store is asked: the search text as a folded key. */
export interface DeckMatch extends Omit<DeckFilter, 'titleContains'> {
  titleKey: string | null;
}

interface ListNeeds {
  listDecks(ownerId: number, match: DeckMatch, sort: DeckSort, page: PageRequest): Promise<Deck[]>;
  countDecks(ownerId: number, match: DeckMatch): Promise<number>;
  /** The maintained number of all decks. */
  countAllDecks(ownerId: number): Promise<number>;
}

const matchesAll = (match: DeckMatch) =>
  Object.values(match).every((wanted) => wanted === null || wanted === undefined);

/** A page of the learner's decks and how many there are in all: two reads, side by side. */
export const listDecks =
  ({ listDecks: list, countDecks, countAllDecks }: ListNeeds) =>
  async ({ filter, sort, page, perPage }: DeckQuery, { userId }: Asker): Promise<Page<Deck>> => {
    const { titleContains, ...exact } = filter;
    const match: DeckMatch = { ...exact, titleKey: searchKey(titleContains) };
    const [items, total] = await Promise.all([
      list(userId, match, sort, { page, perPage }),
      matchesAll(match) ? countAllDecks(userId) : countDecks(userId, match),
    ]);
    return { items, page, perPage, total };
  };

interface FindNeeds {
  findDeck(ownerId: number, id: number): Promise<Deck | null>;
}

export const readDeck =
  ({ findDeck }: FindNeeds) =>
  async (id: number, { userId }: Asker): Promise<Deck> => {
    const deck = await findDeck(userId, id);
    if (!deck) throw new DeckNotFound();
    return deck;
  };

export interface DeckFacets {
  subjects: string[];
  categories: string[];
}

interface FacetNeeds {
  readFacets(ownerId: number): Promise<DeckFacets>;
}

export const readDeckFacets =
  ({ readFacets }: FacetNeeds) =>
  ({ userId }: Asker): Promise<DeckFacets> =>
    readFacets(userId);
