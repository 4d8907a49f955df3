import { describe, expect, test } from 'vitest';
import { isDue } from '@kumbuka/schedule';
import { addDue, dueCountOn, forecastOf, nextDueAfter, subtractDue, type DueDays } from './due-days.ts';

const today = 20_500;

describe('a due card', () => {
  test('a card is due when its due day is today or earlier', () => {
    expect(isDue(today - 400, today)).toBe(true);
    expect(isDue(today, today)).toBe(true);
    expect(isDue(today + 1, today)).toBe(false);
  });
  test('a new card is never due', () => expect(isDue(null, today)).toBe(false));
});

describe('counts by due day', () => {
  test('stay sorted, and a day without cards is removed', () => {
    let days: DueDays = [];
    for (const day of [today + 3, today - 1, today + 3, today]) days = addDue(days, day, 1);
    expect(days).toEqual([
      [today - 1, 1],
      [today, 1],
      [today + 3, 2],
    ]);
    expect(addDue(addDue(days, today + 3, -2), null, 1)).toEqual([
      [today - 1, 1],
      [today, 1],
    ]);
  });
  test('give the due count of today and the next day after it', () => {
    const days: DueDays = [
      [today - 9, 4],
      [today, 2],
      [today + 5, 7],
    ];
    expect(dueCountOn(days, today)).toBe(6);
    expect(nextDueAfter(days, today)).toBe(today + 5);
    expect(nextDueAfter(days, today + 5)).toBeNull();
  });
  test('are subtracted day by day', () => {
    expect(
      subtractDue(
        [
          [today, 5],
          [today + 1, 1],
        ],
        [
          [today, 2],
          [today + 1, 1],
        ],
      ),
    ).toEqual([[today, 3]]);
  });
});

test('a forecast counts everything overdue to today and shows days without cards as 0', () => {
  const days: DueDays = [
    [today - 9, 4],
    [today, 2],
    [today + 2, 7],
    [today + 30, 1],
  ];
  expect(forecastOf(days, today, 4).map(({ count }) => count)).toEqual([6, 0, 7, 0]);
});
