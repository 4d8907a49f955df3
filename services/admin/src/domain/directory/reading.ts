/** How many users each way of reading a list would have to look at; null for a way that does not exist. */
export interface Ways {
  /** All who are listed. */
  users: number;
  /** Those whose name or address fits a search. */
  found: number | null;
  /** Those seen since an instant. */
  seen: number | null;
  /** Rows until the end of the page that is asked for. */
  end: number;
}

export type Way = 'order' | 'found' | 'seen';

/** Picking rows out one by one and putting them in order costs half as much again as walking along an order. */
const pickCost = 1.5;

/**
 * The way that looks at the fewest rows: along the order that is asked for until the page is full, or only those who were
 * found or seen, put in order afterwards. Who fits one filter is taken to fit the other as often as anybody does.
 */
export function cheapestWay({ users, found, seen, end }: Ways): Way {
  const share = (count: number | null) => (count === null || users === 0 ? 1 : count / users);
  const fitting = share(found) * share(seen);
  const costs: [Way, number][] = [['order', fitting === 0 ? users : Math.min(users, end / fitting)]];
  if (found !== null) costs.push(['found', found * pickCost]);
  if (seen !== null) costs.push(['seen', seen * pickCost]);
  return costs.reduce((best, each) => (each[1] < best[1] ? each : best))[0];
}
