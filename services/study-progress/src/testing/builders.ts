import { evolve } from '../domain/evolve.ts';
import type { LogEntry } from '../domain/log-entry.ts';
import { newStart, type AnswerEntry, type FinishEntry, type UndoEntry } from '@kumbuka/schedule';
import { emptyState, putPast, type StudyState } from '../domain/study-state.ts';

/** Test builders with defaults for everything that a test does not name. */
export const ownerId = 7;
export const deckId = 1;
/** Noon in Nairobi, some days after 1 March. */
export const noon = (day: number) => new Date(Date.parse('2026-03-01T09:00:00Z') + day * 86_400_000);

const long = noon(-60);
export const aCardOf = (deck: number, cardId: number): LogEntry => ({
  kind: 'card-added',
  card: { ownerId, deckId: deck, cardId, createdAt: long, cardVersion: 1 },
});
export const aDeck = (deck: number, cardIds: readonly number[]): LogEntry[] => [
  { kind: 'deck-added', deckId: deck, deckVersion: 1 },
  ...cardIds.map((cardId) => aCardOf(deck, cardId)),
];

export const anAnswer = (more: Partial<AnswerEntry> = {}): AnswerEntry => ({
  kind: 'reviewed',
  id: 'a-1',
  userId: ownerId,
  seq: 1,
  recordedAt: more.answeredAt ?? noon(0),
  cardId: 1,
  deckId,
  rating: 3,
  answeredAt: noon(0),
  durationMs: 15_000,
  sessionId: 's',
  implicitSession: false,
  sessionDeckId: deckId,
  offsetMinutes: 180,
  dayStartHour: 4,
  parameterVersion: 1,
  predictedRecall: null,
  ...more,
});

export const anUndo = (answer: AnswerEntry, more: Partial<UndoEntry> = {}): UndoEntry => ({
  kind: 'undone',
  id: `u-${answer.id}`,
  userId: ownerId,
  seq: answer.seq + 1,
  recordedAt: answer.recordedAt,
  cardId: answer.cardId,
  deckId: answer.deckId,
  sessionId: answer.sessionId,
  undoes: answer.id,
  ...more,
});

export const aFinish = (more: Partial<FinishEntry> = {}): FinishEntry => ({
  kind: 'finished',
  id: 'f-1',
  userId: ownerId,
  seq: 1,
  recordedAt: noon(0),
  sessionId: 's',
  finishedAt: noon(0),
  xp: 10,
  ...more,
});

/** Deep-freezes a value, so that domain functions that mutate it throw. */
export function frozen<Value>(value: Value): Value {
  if (value === null || typeof value !== 'object' || Object.isFrozen(value)) return value;
  for (const part of value instanceof Map ? value.values() : Object.values(value)) frozen(part);
  return Object.freeze(value);
}

/** State after some entries; throws when a step mutates its input. */
export const stateAfter = (...entries: readonly LogEntry[]): StudyState =>
  evolved(emptyState(ownerId), ...entries);

/** Applies further entries to a state. */
export const evolved = (state: StudyState, ...entries: readonly LogEntry[]): StudyState =>
  entries.reduce((before, entry) => evolve(frozen(before), frozen(entry)), state);

/** Adds the history that a replay of a card needs. */
export const withPast = (
  state: StudyState,
  answers: readonly AnswerEntry[],
  othersLastStudied: Date | null = null,
): StudyState => putPast(state, answers[0]?.cardId ?? 1, { answers, start: newStart, othersLastStudied });
