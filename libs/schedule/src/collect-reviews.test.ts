import { dayMs } from '@kumbuka/contracts/study-day';
import { describe, expect, test } from 'vitest';
import { createReviewCollector } from './collect-reviews.ts';
import type { ReviewEntry } from './review-log.ts';
import { anAnswer } from './testing/an-answer.ts';

const noon = (day: number) => day * dayMs + dayMs / 2;
let seq = 0;
const common = () => ({ id: `e${++seq}`, userId: 1, seq, recordedAt: new Date(0), cardId: 1, deckId: 1 });
const answer = (day: number, rating: 1 | 3 = 3, predictedRecall: number | null = null): ReviewEntry =>
  anAnswer(noon(day), { rating, predictedRecall });
const undo = ({ id }: ReviewEntry): ReviewEntry => ({ ...common(), kind: 'undone', undoes: id });
const reset = (): ReviewEntry => ({ ...common(), kind: 'reset', reason: 'learner' });
const schedule = (): ReviewEntry => ({
  ...common(),
  kind: 'schedule-imported',
  state: 'review',
  dueDay: 130,
  dueAt: null,
  lastDay: 100,
  lastAt: null,
  stability: 30,
  difficulty: 5,
  isDerived: false,
  interval: 30,
  ease: 2.5,
  lapses: 0,
  reviews: 9,
  anki: null,
});
const history = (kinds: number[], ratings: number[]): ReviewEntry => ({
  ...common(),
  kind: 'history-imported',
  times: kinds.map((_, at) => noon(80 + 10 * at)),
  ratings,
  kinds,
  intervals: kinds.map(() => 1),
  lastIntervals: kinds.map(() => 1),
  durations: kinds.map(() => 1),
  factors: kinds.map(() => 1),
});
function collect(...entries: ReviewEntry[]) {
  const collector = createReviewCollector((time) => Math.floor(time / dayMs));
  for (const entry of entries) collector.add([entry]);
  return collector.cards().map((card) => card.map(({ day, rating }) => `${day}:${rating}`));
}

describe('reviews of a log', () => {
  test('are in the order of answering, without undone ones', () => {
    const undone = answer(110);
    expect(collect(answer(120, 1), undone, answer(100), undo(undone))).toEqual([['100:3', '120:1']]);
  });
  test('of a card that was reset begin anew', () => {
    expect(collect(answer(100), answer(105, 1), reset(), answer(107))).toEqual([
      ['100:3', '105:1'],
      ['107:3'],
    ]);
  });
  test('of an imported card include its history, without changes by hand', () => {
    expect(collect(schedule(), history([0, 4, 1], [1, 0, 3]), answer(120))).toEqual([
      ['80:1', '100:3', '120:3'],
    ]);
  });
  test('of a card without its first review do not count', () => {
    expect(collect(schedule(), answer(120))).toEqual([]);
    expect(collect(answer(120, 3, 0.9), answer(130, 3, 0.8))).toEqual([]);
    expect(collect(schedule(), history([1, 1], [3, 3]), answer(120))).toEqual([]);
  });
});
