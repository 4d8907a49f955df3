import { expect, it } from 'vitest';
import { attentionFrom, awayMs } from './study-time.ts';

const minute = 60_000;
const seen = attentionFrom(0, false);

it('reading for up to five minutes counts in full', () => {
  expect(awayMs(seen, 5 * minute)).toBe(0);
});

it('two hours in which a laptop slept on a card count as five minutes', () => {
  expect(awayMs(seen, 120 * minute)).toBe(115 * minute);
});

it('no time counts while the page is hidden', () => {
  expect(awayMs(attentionFrom(0, true), minute)).toBe(minute);
});

it('a clock that is set back two hours gives a card no negative time, because its start moves as far', () => {
  expect(awayMs(seen, -120 * minute)).toBe(-120 * minute);
});
