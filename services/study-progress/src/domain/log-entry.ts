import type { CardRef } from './card/card.ts';
import type { Settings } from './learner/learner.ts';
import { type AnswerEntry, dayOfAnswer, type ReviewEntry, type UndoEntry } from '@kumbuka/schedule';
import type { StateKeys } from './study-state.ts';

/**
 * Changes that are not in the review log: decks and cards from the decks service, and the learner's settings.
 */
export type ContextEntry =
  | { kind: 'settings'; settings: Settings }
  | { kind: 'deck-added'; deckId: number; deckVersion: number }
  | { kind: 'deck-gone'; deckId: number; deckVersion: number }
  | { kind: 'card-added'; card: CardRef }
  /** Needs the past of the card. */
  | { kind: 'card-moved'; card: CardRef }
  | { kind: 'card-suspension'; card: Omit<CardRef, 'createdAt'> }
  | { kind: 'card-gone'; card: Omit<CardRef, 'createdAt'> };

/** Every kind of entry that changes the state of a learner's study. */
export type LogEntry = ReviewEntry | ContextEntry;

/** Returns the keys of the state that an entry touches. For an undo the caller adds the day of the undone answer. */
export function keysOf(entry: LogEntry): StateKeys {
  switch (entry.kind) {
    case 'settings':
      return {};
    case 'parameters-changed':
    case 'history-imported':
    case 'changed':
    case 'change-undone':
      return {};
    case 'finished':
      return { sessions: [entry.sessionId] };
    case 'deck-added':
    case 'deck-gone':
      return { decks: [entry.deckId] };
    case 'card-added':
    case 'card-moved':
    case 'card-suspension':
    case 'card-gone':
      return { decks: [entry.card.deckId], cards: [entry.card.cardId] };
    case 'reviewed':
      return { ...answerKeysOf(entry), days: [dayOfAnswer(entry)] };
    case 'undone':
      return answerKeysOf(entry);
    case 'practised':
    case 'rescheduled':
    case 'schedule-imported':
    case 'reset':
    case 'buried':
      return { decks: [entry.deckId], cards: [entry.cardId] };
  }
}

const answerKeysOf = ({ deckId, cardId, sessionId }: AnswerEntry | UndoEntry): StateKeys => ({
  decks: [deckId],
  cards: [cardId],
  sessions: sessionId === undefined ? [] : [sessionId],
});
