import { limits, ValidationFailed } from '@kumbuka/contracts';
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

export interface PageRequest {
  /** From 1. */
  page: number;
  /** 1 to 100. */
  perPage: number;
}

export interface Page<Item> extends PageRequest {
  items: Item[];
  /** Items in all. */
  total: number;
}

const refuse = (path: string, message: string) => new ValidationFailed([{ path, message }]);

/** The folded key that a title must contain; null when nothing is searched. */
export function searchKey(titleContains: string | undefined, path = 'q'): string | null {
  if (titleContains === undefined || titleContains === '') return null;
  if ([...titleContains].length > limits.searchText)
    throw refuse(path, `Must be at most ${limits.searchText} characters.`);
  if (titleContains.includes('\0') || !titleContains.isWellFormed())
    throw refuse(path, 'Contains characters that are not allowed.');
  return foldTitle(titleContains);
}

/** Throws ValidationFailed for a search text that is too long or not well formed. */
export const matchOf = ({ titleContains, ...exact }: DeckFilter): DeckMatch => ({
  ...exact,
  titleKey: searchKey(titleContains),
});

export const matchesAll = (match: DeckMatch): boolean =>
  Object.values(match).every((wanted) => wanted === null || wanted === undefined);

/** No list is longer: what a store may be asked to skip. */
const longestList = 2 ** 31 - 1;

/** How many items come before a page; a page beyond every list comes after all. */
export const skipOf = ({ page, perPage }: PageRequest): number => Math.min((page - 1) * perPage, longestList);
