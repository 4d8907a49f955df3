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

/** Adds the total to the items of a page. Calls `count` only when the page does not contain the last item. */
export async function pageWithTotal<Item>(
  { page, perPage }: PageRequest,
  items: Item[],
  count: () => number | Promise<number>,
): Promise<Page<Item>> {
  const containsLast = items.length < perPage && (items.length > 0 || page === 1);
  const total = containsLast ? skipOf({ page, perPage }) + items.length : await count();
  return { items, page, perPage, total };
}
