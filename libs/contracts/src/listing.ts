/** Which page of a list is asked for. */
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

/** No list is longer: what a store may be asked to skip. */
const longestList = 2 ** 31 - 1;

/** How many items come before a page; a page beyond every list comes after all. */
export const skipOf = ({ page, perPage }: PageRequest): number => Math.min((page - 1) * perPage, longestList);
