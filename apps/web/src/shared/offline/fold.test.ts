import { dayOfDate } from '@kumbuka/contracts/study-day';
import { standardParameters } from '@kumbuka/schedule';
import { expect, it } from 'vitest';
import { newSchedule, scheduleAfter, scheduleAt, type Learner } from './fold.ts';

const learner: Learner = {
  timezone: 'Africa/Nairobi',
  dayStartHour: 4,
  rememberPercent: 90,
  longestInterval: 36_500,
  weights: null,
};
const at = (text: string) => new Date(text);

it('a new card that was known comes back some days after the study day of its answer', () => {
  const answeredAt = '2026-11-29T00:30:00.000Z';
  const after = scheduleAfter(
    newSchedule,
    { flashcardId: '7', wasCorrect: true, answeredAt },
    learner,
    at(answeredAt),
  );
  // Half past three in Nairobi still belongs to the day before.
  expect(after.lastStudyDay).toBe('2026-11-28');
  expect(after.intervalDays).toBe(dayOfDate(after.dueOn!) - dayOfDate('2026-11-28'));
  expect(after.intervalDays).toBeGreaterThan(0);
  expect(after).toMatchObject({ state: 'REVIEW', isDue: false, studyCount: 1, correctAttempts: 1 });
});

it('a day that the device has shown is kept', () => {
  const answeredAt = '2026-11-29T09:00:00.000Z';
  const given = { flashcardId: '7', wasCorrect: true, answeredAt };
  const own = scheduleAfter(newSchedule, given, learner, at(answeredAt));
  const shown = scheduleAfter(newSchedule, { ...given, dueOn: '2026-12-05' }, learner, at(answeredAt));
  expect(shown.dueOn).toBe('2026-12-05');
  expect(shown.stabilityDays).toBe(own.stabilityDays);
});

it('a card falls due on its day although the server sent it before', () => {
  const answeredAt = '2026-11-29T09:00:00.000Z';
  const sent = scheduleAfter(
    newSchedule,
    { flashcardId: '7', wasCorrect: false, answeredAt },
    learner,
    at(answeredAt),
  );
  expect(sent.isDue).toBe(false);
  expect(scheduleAt(sent, learner, at(`${sent.dueOn}T09:00:00.000Z`)).isDue).toBe(true);
});

it('the learner’s own weights apply offline, too', () => {
  const answeredAt = '2026-11-29T09:00:00.000Z';
  const given = { flashcardId: '7', wasCorrect: true, answeredAt };
  const usual = standardParameters.weights;
  const own: Learner = { ...learner, weights: usual.with(2, 20).with(20, 0.5) };
  const after = scheduleAfter(newSchedule, given, own, at(answeredAt));
  expect(after.stabilityDays).toBe(20);
  expect(after.intervalDays).toBeGreaterThan(14);
  const later = at('2027-03-09T09:00:00.000Z');
  const recallFor = (of: Learner) => scheduleAt(after, of, later).predictedRecall;
  expect(recallFor(own)).toBeLessThan(recallFor(learner)!);
});
