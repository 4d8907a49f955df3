export interface SeededRandom {
  /** Number from 0 to below 1. */
  next(): number;
  /** Integer from 0 to below the limit. */
  below(limit: number): number;
  /** True with this probability. */
  chance(share: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
}

/** Random numbers that are equal for equal seeds, so that a failure can be reproduced (mulberry32). */
export function seededRandom(seed: number): SeededRandom {
  let state = seed;
  const next = () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    chance: (share) => next() < share,
    pick(items) {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error('Nothing to pick.');
      return item;
    },
  };
}
