import { foldTitle } from './deck.ts';

export type DeckSort = 'created' | 'title' | 'last_studied' | 'difficulty' | 'recent';

/** Which decks to list; absent means all. */
export interface DeckFilter {
  titleContains?: string | undefined;
  subject?: string | undefined;
  category?: string | undefined;
  difficulty?: number | undefined;
}

/** The same as a store is asked for it: the search text as a folded key. */
export interface DeckMatch extends Omit<DeckFilter, 'titleContains'> {
  titleKey: string | null;
}

/** Distinct values of a learner's decks, from A to Z. */
export interface DeckFacets {
  subjects: string[];
  categories: string[];
}

/** The folded key that a title or a card must contain; null when nothing is searched. */
export const searchKey = (containing: string | undefined): string | null =>
  containing === undefined || containing === '' ? null : foldTitle(containing);

export const matchOf = ({ titleContains, ...exact }: DeckFilter): DeckMatch => ({
  ...exact,
  titleKey: searchKey(titleContains),
});

export const matchesAll = (match: DeckMatch): boolean =>
  Object.values(match).every((wanted) => wanted === null || wanted === undefined);
