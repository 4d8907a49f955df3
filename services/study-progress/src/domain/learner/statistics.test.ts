import { describe, expect, test } from 'vitest';
import {
  aDeck,
  anAnswer,
  anUndo,
  deckId,
  evolved,
  noon,
  stateAfter,
  withPast,
} from '../../testing/builders.ts';
import { emptyDayCounts, type DayCounts } from '../calendar/day-counts.ts';
import type { AnswerEntry } from '@kumbuka/schedule';
import type { StudyState } from '../study-state.ts';
import { todayOf } from './dashboard.ts';
import { answersByHour, retentionByInterval, statisticsDays, streaksOf } from './statistics.ts';

const aLearner = () => stateAfter(...aDeck(deckId, [1, 2]));
const on = (day: number, more: Partial<AnswerEntry> = {}) =>
  anAnswer({ id: `a-${day}-${more.cardId ?? 1}`, answeredAt: noon(day), ...more });
const at = ({ learner }: StudyState, day: number) => ({ learner, now: noon(day) });
const reviewed = (state: StudyState) =>
  retentionByInterval(at(state, 0))
    .filter(({ reviews }) => reviews > 0)
    .map(({ fromDays, reviews, recalled }) => [fromDays, reviews, recalled]);

describe('retention by interval', () => {
  test('counts the first answer of a day by the days since the answer before it', () => {
    const state = evolved(aLearner(), on(0), on(1, { rating: 1 }), on(1), on(3), on(100));
    expect(reviewed(state)).toEqual([
      [1, 1, 0],
      [2, 1, 1],
      [91, 1, 1],
    ]);
  });
  test('splits an interval in two when an answer arrives late', () => {
    const state = evolved(aLearner(), on(0), on(20));
    expect(reviewed(state)).toEqual([[15, 1, 1]]);
    const late = evolved(withPast(state, [on(0), on(20)]), on(10, { rating: 1 }));
    expect(reviewed(late)).toEqual([[8, 2, 1]]);
  });
  test('forgets an undone answer', () => {
    const state = evolved(aLearner(), on(0), on(5));
    expect(reviewed(evolved(withPast(state, [on(0), on(5)]), anUndo(on(5))))).toEqual([]);
  });
  test('shows 0, not less, when an answer is undone that was never counted', () => {
    const state = evolved(aLearner(), on(0), on(5));
    const old = { ...state, learner: { ...state.learner, intervals: aLearner().learner.intervals } };
    const undone = evolved(withPast(old, [on(0), on(5)]), anUndo(on(5)));
    expect(reviewed(undone)).toEqual([]);
    expect(retentionByInterval(at(undone, 5)).every(({ recalled }) => recalled === 0)).toBe(true);
  });
});

describe('the statistics of days', () => {
  test('list every day up to today, with its answers and minutes', () => {
    const state = evolved(aLearner(), on(1, { durationMs: 90_000 }), on(1, { cardId: 2 }), on(3));
    expect(statisticsDays(at(state, 3), state.days, 4)).toEqual([
      { date: '2026-03-01', answers: 0, minutes: 0 },
      { date: '2026-03-02', answers: 2, minutes: 1.75 },
      { date: '2026-03-03', answers: 0, minutes: 0 },
      { date: '2026-03-04', answers: 1, minutes: 0.25 },
    ]);
  });
  test('count an answer before four in the morning to the day before, in the hour of its clock', () => {
    const answeredAt = new Date('2026-03-02T00:30:00Z');
    const state = evolved(aLearner(), on(0, { answeredAt }));
    const [day] = statisticsDays(at(state, 0), state.days, 1);
    expect(day).toEqual({ date: '2026-03-01', answers: 1, minutes: 0.25 });
    expect(answersByHour(state.days).filter(({ answers }) => answers > 0)).toEqual([{ hour: 3, answers: 1 }]);
  });
  test('take an undone answer out of its day and its hour', () => {
    const state = evolved(withPast(evolved(aLearner(), on(0)), [on(0)]), anUndo(on(0)));
    expect(statisticsDays(at(state, 0), state.days, 1)).toMatchObject([{ answers: 0, minutes: 0 }]);
    expect(answersByHour(state.days).every(({ answers }) => answers === 0)).toBe(true);
  });
  test('say nothing of the minutes and hours of a day whose row is older than they are', () => {
    const before = aLearner();
    const old: DayCounts = { ...emptyDayCounts, answers: 5 };
    const state = evolved({ ...before, days: new Map([[todayOf(at(before, 0)), old]]) }, on(0));
    expect(statisticsDays(at(state, 0), state.days, 1)).toMatchObject([{ answers: 6, minutes: null }]);
    expect(answersByHour(state.days).every(({ answers }) => answers === 0)).toBe(true);
  });
});

test('streaks come latest first, without days of a clock that ran ahead', () => {
  const state = evolved(aLearner(), on(0), on(1), on(4), on(9));
  expect(streaksOf(at(state, 5))).toEqual([
    { from: '2026-03-05', to: '2026-03-05', days: 1 },
    { from: '2026-03-01', to: '2026-03-02', days: 2 },
  ]);
});
