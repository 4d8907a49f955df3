import type { AnswerEntry } from '../review-log.ts';

let seq = 0;

/** An entry of a log with an answer at a time, by default of card 1 and right. */
export const anAnswer = (at: number, fields: Partial<AnswerEntry> = {}): AnswerEntry => ({
  kind: 'reviewed',
  id: `a${++seq}`,
  userId: 1,
  seq,
  recordedAt: new Date(at),
  cardId: 1,
  deckId: 1,
  rating: 3,
  answeredAt: new Date(at),
  durationMs: 1_000,
  offsetMinutes: 0,
  dayStartHour: 4,
  sessionId: 's',
  implicitSession: false,
  sessionDeckId: 1,
  parameterVersion: 2,
  predictedRecall: null,
  ...fields,
});
