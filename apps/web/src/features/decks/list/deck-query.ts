import { limits } from '@kumbuka/contracts/constants';
import { cut } from '@kumbuka/text';
import { pageOf } from '../../../shared/hooks/use-page-in-address.ts';
import type { DecksView } from './use-decks-view.ts';
import type { DeckSort, DecksScreenQueryVariables } from './decks-page.generated.ts';

/** Filters, order and page of the deck list, kept in the address so that Back restores them. */
export interface DeckQuery {
  search: string;
  subject: string;
  category: string;
  /** '' for all, else '1' to '5'. */
  difficulty: string;
  sort: 'due' | 'title' | 'studied' | 'difficulty';
  page: number;
}

const sorts: Record<DeckQuery['sort'], DeckSort> = {
  due: 'DUE',
  title: 'TITLE',
  // A deck that was never studied has the time of its creation, so that a new one comes first, as on the study page.
  studied: 'RECENT',
  difficulty: 'DIFFICULTY',
};
export const isSort = (value: string): value is DeckQuery['sort'] => Object.hasOwn(sorts, value);

export const firstQuery: DeckQuery = {
  search: '',
  subject: '',
  category: '',
  difficulty: '',
  sort: 'studied',
  page: 1,
};

/** Reads the address; invalid values count as absent. `usual` is the order that was chosen last. */
export function readDeckQuery(params: URLSearchParams, usual = firstQuery.sort): DeckQuery {
  const sort = params.get('sort') ?? '';
  const difficulty = params.get('difficulty') ?? '';
  return {
    search: cut(params.get('q') ?? '', limits.searchText),
    subject: params.get('subject') ?? '',
    category: params.get('category') ?? '',
    difficulty: /^[1-5]$/.test(difficulty) ? difficulty : '',
    sort: isSort(sort) ? sort : usual,
    page: pageOf(params),
  };
}

export function writeDeckQuery(query: DeckQuery, usual = firstQuery.sort): URLSearchParams {
  const params = new URLSearchParams();
  if (query.search) params.set('q', query.search);
  if (query.subject) params.set('subject', query.subject);
  if (query.category) params.set('category', query.category);
  if (query.difficulty) params.set('difficulty', query.difficulty);
  if (query.sort !== firstQuery.sort || query.sort !== usual) params.set('sort', query.sort);
  if (query.page > 1) params.set('page', String(query.page));
  return params;
}

/** Any change of filter, sort or search goes back to page 1. */
export function narrowed(query: DeckQuery, change: Partial<Omit<DeckQuery, 'page'>>): DeckQuery {
  return { ...query, ...change, page: 1 };
}

export function isNarrowed({ search, subject, category, difficulty }: DeckQuery): boolean {
  return [search.trim(), subject, category, difficulty].some((value) => value !== '');
}

/** Decks of a page of tiles, as specified, and of rows. */
export const decksPerPage: Record<DecksView, number> = { tiles: 6, list: 20 };

export function variablesOf(
  { search, subject, category, difficulty, sort, page }: DeckQuery,
  view: DecksView,
): DecksScreenQueryVariables {
  return {
    page,
    perPage: decksPerPage[view],
    sort: sorts[sort],
    filter: {
      ...(search.trim() ? { titleContains: search.trim() } : {}),
      ...(subject ? { subject } : {}),
      ...(category ? { category } : {}),
      ...(difficulty ? { difficulty: Number(difficulty) } : {}),
    },
  };
}
