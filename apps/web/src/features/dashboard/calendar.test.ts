import { expect, it } from 'vitest';
import { badgeViews } from './badges.ts';
import { weeksUntil } from './calendar.ts';

it('the calendar begins its weeks on Sunday and ends with today', () => {
  const days = weeksUntil(
    [
      { date: '2026-11-15', count: 4 },
      { date: '2026-11-18', count: 7 },
    ],
    '2026-11-18',
    2,
  );
  expect(days).toEqual([4, 0, 0, 7]);
});

it('the calendar begins with the week of the first study day', () => {
  const days = weeksUntil([{ date: '2026-11-10', count: 4 }], '2026-11-16', 26);
  expect(days).toEqual([null, null, 4, 0, 0, 0, 0, 0, 0]);
});

it('the calendar of a learner without a study day begins today', () => {
  expect(weeksUntil([{ date: '2026-11-10', count: 0 }], '2026-11-17', 26)).toEqual([null, null, 0]);
});

it('the calendar leaves out days before the shown weeks, and counts the other days from 0', () => {
  expect(weeksUntil([{ date: '2026-01-01', count: 9 }], '2026-11-17', 1)).toEqual([0, 0, 0]);
});

it('the calendar announces Focus, which cannot be earned yet', () => {
  const badges = badgeViews([
    { kind: 'FIRST_SESSION', earnedAt: '2026-11-01T00:00:00Z', progress: 1, target: 1 },
    { kind: 'HUNDRED_MASTERED', earnedAt: null, progress: 64, target: 100 },
  ]);
  expect(badges).toEqual([
    { title: 'First session', state: 'Earned', earned: true },
    { title: 'Hundred mastered', state: '64 of 100', earned: false },
    { title: 'Focus', state: 'Coming soon', earned: false },
  ]);
});
