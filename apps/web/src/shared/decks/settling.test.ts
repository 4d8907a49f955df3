import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isSettling, useSettling } from './settling.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const ticks = (count: number) => ({ memory: Array.from({ length: count }, () => ({})) });

it('a deck whose cards are not all counted yet is settling', () => {
  expect(isSettling({ cardCount: 3, progress: ticks(2) })).toBe(true);
  expect(isSettling({ cardCount: 3, progress: ticks(3) })).toBe(false);
  expect(isSettling({ cardCount: 300, progress: ticks(48) })).toBe(false);
  expect(isSettling({ cardCount: 3, progress: null })).toBe(false);
});

it('decks are fetched again while one settles, but not for ever', async () => {
  const refetch = vi.fn(async () => {});
  const { rerender } = renderHook(({ decks }) => useSettling(decks, refetch), {
    initialProps: { decks: [{ cardCount: 1, progress: ticks(0) }] },
  });
  for (let turn = 0; turn < 10; turn++) {
    await vi.advanceTimersByTimeAsync(700);
    rerender({ decks: [{ cardCount: 1, progress: ticks(0) }] });
  }
  expect(refetch).toHaveBeenCalledTimes(6);
});
