import type { HistoryImportedEntry, ImportedHistory, ImportedSchedule, ReviewEntry } from '@kumbuka/schedule';
import type { ScheduleImportedEntry } from '@kumbuka/schedule';
import type { Writing } from '../answer/writing.ts';
import { liveCard, type StudyState } from '../study-state.ts';
import type { CardRef } from './card.ts';

/** Card that was imported into a deck, with what is known of its study in another program. */
export interface ImportedCard extends Omit<CardRef, 'ownerId' | 'deckId'> {
  schedule?: ImportedSchedule | undefined;
  history?: ImportedHistory | undefined;
}

const entryOf = ({ ownerId, learner }: StudyState, deckId: number, cardId: number, { id, now }: Writing) => ({
  id,
  userId: ownerId,
  seq: learner.seq + 1,
  recordedAt: now,
  cardId,
  deckId,
});

const has = (log: readonly ReviewEntry[], cardId: number, kind: ReviewEntry['kind']) =>
  log.some((entry) => entry.kind === kind && 'cardId' in entry && entry.cardId === cardId);

/** Builds the log entry of an imported schedule; `null` for a card that is gone or that has one. `log` is the card's. */
export function decideScheduleImport(
  state: StudyState,
  { cardId, schedule }: ImportedCard,
  log: readonly ReviewEntry[],
  writing: Writing,
): ScheduleImportedEntry | null {
  const card = liveCard(state, cardId);
  if (!card || !schedule || has(log, cardId, 'schedule-imported')) return null;
  return { kind: 'schedule-imported', ...entryOf(state, card.deckId, cardId, writing), ...schedule };
}

/** Builds the log entry of an imported history; `null` for a card that is gone or that has one. */
export function decideHistoryImport(
  state: StudyState,
  { cardId, history }: ImportedCard,
  log: readonly ReviewEntry[],
  writing: Writing,
): HistoryImportedEntry | null {
  const card = liveCard(state, cardId);
  if (!card || !history || has(log, cardId, 'history-imported')) return null;
  return { kind: 'history-imported', ...entryOf(state, card.deckId, cardId, writing), ...history };
}
