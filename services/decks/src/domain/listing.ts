import { foldTitle } from './deck.ts';

export type DeckSort = 'created' | 'title' | 'last_studied' | 'difficulty' | 'recent';

/** Filter of a list of decks; missing fields match everything. */
export interface DeckFilter {
  titleContains?: string | undefined;
  subject?: string | undefined;
  category?: string | undefined;
  difficulty?: number | undefined;
}

/** Filter of the store, with the search text as a folded key. */
export interface DeckMatch extends Omit<DeckFilter, 'titleContains'> {
  titleKey: string | null;
}

/** Distinct values of a learner's decks, in alphabetical order. */
export interface DeckFacets {
  subjects: string[];
  categories: string[];
}

/** Folded key that a title or a card must contain; `null` without a search. */
export const searchKey = (containing: string | undefined): string | null =>
  containing === undefined || containing === '' ? null : foldTitle(containing);

export const matchOf = ({ titleContains, ...exact }: DeckFilter): DeckMatch => ({
  ...exact,
  titleKey: searchKey(titleContains),
});

export const matchesAll = (match: DeckMatch): boolean =>
  Object.values(match).every((wanted) => wanted === null || wanted === undefined);
