import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withProgress } from './progress.mjs';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('long work shows a progress line every ten seconds, and nothing after its end', async () => {
  const lines = [];
  let finish;
  const work = new Promise((resolve) => (finish = resolve));
  const done = withProgress('building', work, (line) => lines.push(line));
  vi.advanceTimersByTime(25_000);
  finish();
  expect(await done).toBe(25);
  vi.advanceTimersByTime(60_000);
  expect(lines).toEqual(['  still building, 10 s', '  still building, 20 s']);
});

it('failed work shows nothing after its failure', async () => {
  const lines = [];
  const failed = withProgress('building', Promise.reject(new Error('no memory')), (line) => lines.push(line));
  await expect(failed).rejects.toThrow('no memory');
  vi.advanceTimersByTime(60_000);
  expect(lines).toEqual([]);
});
