import type { DeckCounts } from '../ui/card/memory-edge.tsx';

interface Counted {
  cardCount: number;
  progress: { dueCount: number; newCount: number } | null;
}

/** The counts of a deck; without the numbers of studying every card counts as new. */
export function countsOf({ cardCount, progress }: Counted): DeckCounts {
  return { total: cardCount, due: progress?.dueCount ?? 0, fresh: progress?.newCount ?? cardCount };
}
