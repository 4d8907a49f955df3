/** Page of a list. */
export interface PageRequest {
  /** From 1. */
  page: number;
  /** 1 to 100. */
  perPage: number;
}

export interface Page<Item> extends PageRequest {
  items: Item[];
  /** Total number of items. */
  total: number;
}

/** Maximum number of rows that a store skips. */
const longestList = 2 ** 31 - 1;

/** Number of items before a page; pages beyond the end are empty. */
export const skipOf = ({ page, perPage }: PageRequest): number => Math.min((page - 1) * perPage, longestList);

/** Total number of items when a page contains the last one, or `undefined` when only the list itself can tell. */
export const totalAtEnd = (request: PageRequest, { length }: readonly unknown[]): number | undefined =>
  length < request.perPage && (length > 0 || request.page === 1) ? skipOf(request) + length : undefined;
