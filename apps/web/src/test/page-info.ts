/** The only page of a list with one item. */
export const pageInfo = {
  __typename: 'PageInfo',
  page: 1,
  perPage: 20,
  totalPages: 1,
  totalItems: 1,
  hasNext: false,
  hasPrev: false,
};
