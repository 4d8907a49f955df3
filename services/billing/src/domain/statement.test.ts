import { expect, it } from 'vitest';
import { noon } from '../testing/builders.ts';
import { isDue, newStatement, afterPage } from './statement.ts';

const later = (ms: number) => new Date(noon.getTime() + ms);
const hour = 3_600_000;

it('a statement is read page by page to its end, and again after an hour', () => {
  const first = newStatement(noon);
  expect(isDue(first, noon)).toBe(true);
  const second = afterPage(first, false, later(1));
  expect(second).toEqual({ page: 2, dueAt: later(1), completeAt: noon });
  const read = afterPage(second, true, later(2));
  expect(read).toEqual({ page: 1, dueAt: later(2 + hour), completeAt: later(2) });
  expect([isDue(read, later(hour)), isDue(read, later(hour + 2))]).toEqual([false, true]);
});

it('a statement that was read under a clock eight days ahead is due at once when the clock is right', () => {
  const read = afterPage(newStatement(noon), true, later(8 * 24 * hour));
  expect(isDue(read, noon)).toBe(true);
});
