import { dateOf, dayOfDate } from '@kumbuka/contracts/study-day';
import { expect, test } from 'vitest';
import { noEasyDays } from './spread.ts';
import { nextDueDays } from './next-due-days.ts';
import { standardParameters } from './parameters.ts';

const today = dayOfDate('2026-11-29');
const forecast = Array.from({ length: 60 }, (_, index) => ({ date: dateOf(today + index), count: 0 }));
const settings = { rememberPercent: 90, longestInterval: 36_500, easyDays: noEasyDays, weights: null };
const unseen = {
  stabilityDays: null,
  difficulty: null,
  lapses: 0,
  studyCount: 0,
  lastStudyDay: null,
  dueOn: null,
};

test('the shown days follow from the learner’s own weights', () => {
  const usual = nextDueDays(7, unseen, settings, forecast);
  const own = nextDueDays(
    7,
    unseen,
    { ...settings, weights: standardParameters.weights.with(2, 20) },
    forecast,
  );
  expect(own[1]).toBe(usual[1]);
  expect(own[3] - today).toBeGreaterThan(14);
  expect(usual[3] - today).toBeLessThan(5);
});
