import { paginate, type Page } from '@kumbuka/contracts';

function pageInfo(page: number, perPage: number, total: number) {
  const numbers = paginate(page, perPage, total);
  return {
    page: numbers.page,
    perPage: numbers.per_page,
    totalPages: numbers.total_pages,
    totalItems: numbers.total_items,
    hasNext: numbers.has_next,
    hasPrev: numbers.has_prev,
  };
}

/** Page of a list in GraphQL, with the numbers of REST. */
export const pageView = <Item, View>(
  { items, page, perPage, total }: Page<Item>,
  view: (item: Item) => View,
) => ({
  items: items.map(view),
  pageInfo: pageInfo(page, perPage, total),
});
