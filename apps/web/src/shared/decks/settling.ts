import { limits } from '@kumbuka/contracts/constants';
import { useEffect } from 'react';

interface Counted {
  cardCount: number;
  progress: { memory: readonly unknown[] } | null;
}

const maxTicks = limits.memoryTicks;
const attempts = 6;
const pauseMs = 700;

/** Whether the progress does not cover all cards of the deck yet, because an event updates it later. */
export function isSettling({ cardCount, progress }: Counted): boolean {
  return progress !== null && progress.memory.length !== Math.min(maxTicks, cardCount);
}

/** Fetches again, a few times at most, while a deck that was just changed is still being counted. */
export function useSettling(decks: readonly Counted[] | undefined, refetch: () => Promise<unknown>) {
  const settling = decks?.some(isSettling) ?? false;
  useEffect(() => {
    if (!settling) return;
    let left = attempts;
    const timer = setInterval(() => {
      left -= 1;
      if (left === 0) clearInterval(timer);
      refetch().catch(() => {});
    }, pauseMs);
    return () => clearInterval(timer);
  }, [settling, refetch]);
}
