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

/** How many items come before a page. */
export const skipOf = ({ page, perPage }: PageRequest): number => (page - 1) * perPage;
