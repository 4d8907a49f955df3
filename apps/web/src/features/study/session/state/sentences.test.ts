import { expect, it } from 'vitest';
import type { Schedule } from '../../../../shared/study/queue-context.tsx';
import { timeLeft, whyLine } from './card-words.ts';
import { savedLine } from './sentences.ts';
import { sessionWords } from './session-words.ts';

const now = new Date('2026-11-21T12:00:00Z');
const clock = { timezone: 'UTC', dayStartHour: 4 };
const studied: Schedule = {
  state: 'REVIEW',
  dueAt: null,
  isDue: true,
  buriedUntil: null,
  predictedRecall: 0.876,
  studyCount: 6,
  correctAttempts: 3,
  incorrectAttempts: 3,
  isLearned: true,
  lastStudiedAt: '2026-11-12T20:00:00Z',
  stabilityDays: 1,
  difficulty: 5,
  lastStudyDay: null,
  dueOn: null,
  lapses: 0,
  intervalDays: 16,
};
const sent = { clientEventId: 'e', wasCorrect: true, state: 'sent' } as const;

it('a sentence under the card says why a card is shown', () => {
  expect(whyLine(studied, now, clock, sessionWords())).toBe(
    'Seen 9 days ago. About 88% chance you still know it.',
  );
});

it('a sentence under the card says of a new card that it is new, and not 0 %', () => {
  expect(
    whyLine(
      { ...studied, state: 'NEW', studyCount: 0, lastStudiedAt: null, predictedRecall: 0 },
      now,
      clock,
      sessionWords(),
    ),
  ).toBe('New card. You have not seen it yet.');
});

it('a card that was imported with its schedule and is due is not called a new card', () => {
  const imported = { ...studied, studyCount: 0, lastStudiedAt: null };
  expect(whyLine(imported, now, clock, sessionWords())).toBe('About 88% chance you still know it.');
});

it('a sentence under the card says nothing when the schedule could not be loaded', () => {
  expect(whyLine(null, now, clock, sessionWords())).toBe('');
});

it('a sentence under the card says when a saved card comes back', () => {
  expect(savedLine(sent, studied)).toBe('Saved. You will see this card again in 16 days.');
  expect(savedLine(sent, { ...studied, intervalDays: 1 })).toBe(
    'Saved. You will see this card again tomorrow.',
  );
});

it('a sentence under the card does not call an answer saved before the server has it', () => {
  expect(savedLine({ ...sent, state: 'sending' }, studied)).toBe('Saving your answer.');
  expect(savedLine({ ...sent, state: 'waiting' }, studied)).toMatch(/^Kept on this device/);
});

it('a sentence under the card estimates what is left at the learner’s pace', () => {
  expect(timeLeft(13, 20, sessionWords())).toBe('About 4 min left');
  expect(timeLeft(1, 5, sessionWords())).toBe('About 1 min left');
  expect(timeLeft(0, 20, sessionWords())).toBe('');
});

it('a card of 23:50 is not called "Seen yesterday" at half past midnight, because the study day ends at 4', () => {
  const late = { ...studied, lastStudiedAt: '2026-11-20T23:50:00Z' };
  expect(whyLine(late, new Date('2026-11-21T00:30:00Z'), clock, sessionWords())).toMatch(/^Seen today/);
  expect(whyLine(late, new Date('2026-11-21T04:00:00Z'), clock, sessionWords())).toMatch(/^Seen yesterday/);
});

it('a sentence under the card says what an answer ahead of the due day does', () => {
  const line = (before: Schedule | null, wasCorrect = true) =>
    savedLine({ ...sent, wasCorrect, before }, studied);
  const usual = 'Saved. You will see this card again in 16 days.';
  const early =
    'Saved. It was not due yet, so its day moves only as far as you learned something: you will see it again in 16 days.';
  expect(line({ ...studied, isDue: false })).toBe(early);
  expect(line({ ...studied, isDue: false }, false)).toBe(usual);
  expect(line(studied)).toBe(usual);
  expect(line({ ...studied, isDue: false, studyCount: 0 })).toBe(usual);
  expect(line(null)).toBe(usual);
});
