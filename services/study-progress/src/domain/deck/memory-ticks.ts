import { limits } from '@kumbuka/contracts';
import type { Day } from '@kumbuka/contracts/study-day';
import { isDue, predictedRecallOf } from '@kumbuka/schedule';

/** One line of the memory edge, the row of ticks that shows how well the cards of a deck are remembered. */
export interface MemoryTick {
  /** 0 to 1; `null` for a new card. */
  recall: number | null;
  isDue: boolean;
}

/** Input of one tick; stability and days are `null` for a new card. */
export interface TickSource {
  stability: number | null;
  lastDay: Day | null;
  dueDay: Day | null;
}

const tickOf = (card: TickSource, today: Day, weights: readonly number[]): MemoryTick => ({
  recall: predictedRecallOf(card, today, weights),
  isDue: isDue(card.dueDay, today),
});

const strongestFirst = (a: MemoryTick, b: MemoryTick) => (b.recall ?? -1) - (a.recall ?? -1);

/** Picks `count` items evenly spaced; returns all items when there are fewer. */
export function sampleEvenly<Item>(items: readonly Item[], count: number): Item[] {
  if (items.length <= count) return [...items];
  const step = items.length / count;
  return Array.from({ length: count }, (_, index) => items[Math.floor((index + 0.5) * step)]).filter(
    (item) => item !== undefined,
  );
}

/** Returns the ticks of the memory edge: strongest card first, new cards last. */
export const memoryTicks = (
  cards: readonly TickSource[],
  today: Day,
  weights: readonly number[],
): MemoryTick[] =>
  sampleEvenly(cards.map((card) => tickOf(card, today, weights)).sort(strongestFirst), limits.memoryTicks);
