import { describe, expect, test } from 'vitest';
import { addDay, rememberedRuns, removeDay, runLength, streakOn, type DayRuns } from './study-days.ts';

const today = 20_500;
const studied = (...days: number[]): DayRuns => days.reduce<DayRuns>((runs, day) => addDay(runs, day), []);

describe('the streak', () => {
  test('of a new learner is 0', () => expect(streakOn([], today)).toBe(0));
  test('counts from today', () => expect(streakOn(studied(today - 2, today - 1, today), today)).toBe(3));
  test('counts from yesterday while today has no answer yet', () =>
    expect(streakOn(studied(today - 2, today - 1), today)).toBe(2));
  test('is over after a day without an answer', () =>
    expect(streakOn(studied(today - 3, today - 2), today)).toBe(0));
  test('counts only the last run', () =>
    expect(streakOn(studied(today - 5, today - 4, today), today)).toBe(1));
  test('closes a gap when an offline answer arrives for the missing day', () =>
    expect(streakOn(studied(today - 2, today, today - 1), today)).toBe(3));
  test('stays when the zone changes and the last day is ahead of today', () =>
    expect(streakOn(studied(today, today + 1), today)).toBe(2));
});

describe('undone days', () => {
  const runs = studied(today - 2, today - 1, today);
  test('split a run', () => {
    const split = removeDay(runs, today - 1);
    expect(split).toEqual([
      [today - 2, today - 2],
      [today, today],
    ]);
    expect(streakOn(split, today)).toBe(1);
  });
  test('shorten a run at its end', () => expect(streakOn(removeDay(runs, today), today)).toBe(2));
  test('change nothing when they were not studied', () => expect(removeDay(runs, today - 50)).toEqual(runs));
});

test('the oldest runs are forgotten, a long run is kept whole', () => {
  const everyOtherDay = studied(
    ...Array.from({ length: rememberedRuns + 5 }, (_, index) => today - 2 * index),
  );
  expect(everyOtherDay).toHaveLength(rememberedRuns);
  const long: DayRuns = [[today - 1_000, today - 1]];
  expect(runLength(addDay(long, today), today)).toBe(1_001);
});

describe('one answer under a clock 60 days ahead', () => {
  const withFutureDay = studied(today - 2, today - 1, today + 60);
  test('does not end the streak', () => expect(streakOn(withFutureDay, today)).toBe(2));
  test('does not stop it from growing', () => expect(streakOn(addDay(withFutureDay, today), today)).toBe(3));
  test('counts when its day has come', () => expect(streakOn(withFutureDay, today + 60)).toBe(1));
});
