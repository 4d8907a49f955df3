/** As many of the items as are wanted, in order: what comes after the last of them is never put in order. */
export function firstOf<Item>(
  items: Iterable<Item>,
  wanted: number,
  compare: (left: Item, right: Item) => number,
): Item[] {
  const best: Item[] = [];
  let last: Item | undefined;
  for (const item of items) {
    if (last !== undefined && compare(item, last) >= 0) continue;
    best.push(item);
    if (best.length < 2 * wanted) continue;
    best.sort(compare).length = wanted;
    last = best.at(-1);
  }
  return best.sort(compare).slice(0, wanted);
}
