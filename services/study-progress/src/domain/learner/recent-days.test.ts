import { describe, expect, test } from 'vitest';
import { changeRecent, recentDaysKept, sumRecent } from './recent-days.ts';

const today = 20_500;

describe('recent days', () => {
  test('add up and forget what is older than their window', () => {
    let recent = changeRecent([], today - recentDaysKept, { answers: 1 }, today);
    recent = changeRecent(recent, today, { answers: 2, focused: 1 }, today);
    expect(sumRecent(recent, today - recentDaysKept)).toMatchObject({ answers: 3, focused: 1 });
    recent = changeRecent(recent, today + 1, { answers: 1 }, today + 1);
    expect(sumRecent(recent, 0)).toMatchObject({ answers: 3 });
    expect(changeRecent(recent, today - 99, { answers: 1 }, today + 1)).toEqual(recent);
  });
  test('that are back at nothing go', () => {
    const one = changeRecent([], today, { answers: 1 }, today);
    expect(changeRecent(one, today, { answers: -1 }, today)).toEqual([]);
  });
});
