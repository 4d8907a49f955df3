import { describe, expect, test } from 'vitest';
import { changeRecent, recentDaysKept, sumRecent, type RecentDays } from './recent-days.ts';

const today = 20_500;
const none: RecentDays = { from: null, days: [] };
const answeredOn = (...days: number[]) =>
  days.reduce((recent, day) => changeRecent(recent, day, { answers: 1 }), none);
const lately = Array.from({ length: recentDaysKept }, (_, index) => today - index);

describe('recent days', () => {
  test('add up', () => {
    const recent = changeRecent(answeredOn(today - 1), today, { answers: 2, focused: 1 });
    expect(sumRecent(recent, today - 1, today)).toMatchObject({ answers: 3, focused: 1 });
    expect(sumRecent(recent, today - 1, today - 1)).toMatchObject({ answers: 1, focused: 0 });
  });
  test('drop the oldest for good when there are too many', () => {
    const recent = answeredOn(...lately, today + 1);
    expect(sumRecent(recent, 0, today + 1).answers).toBe(recentDaysKept);
    const oldest = today - recentDaysKept + 1;
    expect(changeRecent(recent, oldest, { answers: 1 })).toEqual(recent);
  });
  test('lose one day and not all to an answer under a clock 60 days ahead', () => {
    const recent = answeredOn(...lately, today + 60);
    expect(sumRecent(recent, today - 29, today).answers).toBe(30);
  });
  test('whose counts are 0 again are removed', () => {
    expect(changeRecent(answeredOn(today), today, { answers: -1 })).toEqual(none);
  });
});
