import { expect, test } from 'vitest';
import {
  newStart,
  parameterSets,
  replay,
  standardParameters,
  startOf,
  type AnswerEntry,
  type ReviewEntry,
  type ScheduleImportedEntry,
} from './index.ts';

const sets = parameterSets([standardParameters]);
const entry = (seq: number) => ({
  id: `e${seq}`,
  userId: 1,
  seq,
  recordedAt: new Date(0),
  cardId: 7,
  deckId: 1,
});
const imported = (seq: number): ScheduleImportedEntry => ({
  kind: 'schedule-imported',
  ...entry(seq),
  state: 'review',
  dueDay: 20_600,
  dueAt: null,
  lastDay: 20_500,
  lastAt: null,
  stability: 100,
  difficulty: 5,
  isDerived: false,
  interval: 100,
  ease: 2.5,
  lapses: 2,
  reviews: 9,
  anki: null,
});
const answer = (seq: number, day: number): AnswerEntry => ({
  kind: 'reviewed',
  ...entry(seq),
  rating: 3,
  answeredAt: new Date(day * 86_400_000 + 40_000_000),
  durationMs: 1_000,
  offsetMinutes: 0,
  dayStartHour: 4,
  sessionId: 's',
  implicitSession: false,
  sessionDeckId: null,
  parameterVersion: 2,
  predictedRecall: null,
});
const reset = (seq: number): ReviewEntry => ({ kind: 'reset', ...entry(seq), reason: 'learner' });
const studyOf = (...log: ReviewEntry[]) => {
  const answers = log.filter((each) => each.kind === 'reviewed');
  return replay(answers, sets, startOf(log)).study;
};

test('an imported schedule is the state of the card, and its reviews are no answers of ours', () => {
  expect(studyOf(imported(1))).toMatchObject({
    dueDay: 20_600,
    lastDay: 20_500,
    stability: 100,
    difficulty: 5,
    lapses: 2,
    correct: 0,
    incorrect: 0,
    lastStudiedAt: null,
  });
});

test('the first answer to an imported card grows its stability as a review on that day', () => {
  const study = studyOf(imported(1), answer(2, 20_600));
  expect(study.stability).toBeGreaterThan(200);
  expect(study).toMatchObject({ correct: 1, lapses: 2, lastDay: 20_600 });
});

test('an answer that was given before the schedule arrived counts after it', () => {
  expect(studyOf(answer(1, 20_600), imported(2))).toEqual(studyOf(imported(1), answer(2, 20_600)));
});

test('a reset makes the card new, and only later answers count', () => {
  const before = [imported(1), answer(2, 20_600), reset(3)];
  expect(studyOf(...before)).toMatchObject({ dueDay: null, stability: null, correct: 0 });
  expect(studyOf(...before).lastStudiedAt).toEqual(answer(2, 20_600).answeredAt);
  expect(studyOf(...before, answer(4, 20_700))).toEqual(replay([answer(4, 20_700)], sets, newStart).study);
});
