import type { CardFacts } from './card/card.ts';
import type { Settings } from './learner/learner.ts';
import { dayOfAnswer, type AnswerEntry, type ReviewEntry, type UndoEntry } from './review-log.ts';
import type { StateKeys } from './study-state.ts';

/** What decks tells of a learner's decks and cards, and what the learner sets; each has a place of its own to be read from again. */
export type ContextEntry =
  | { kind: 'settings'; settings: Settings }
  | { kind: 'deck-known'; deckId: number; deckVersion: number }
  | { kind: 'deck-gone'; deckId: number; deckVersion: number }
  | { kind: 'card-known'; card: CardFacts }
  | { kind: 'card-gone'; card: Omit<CardFacts, 'createdAt'> };

/** All that changes the state of a learner's study. */
export type LogEntry = ReviewEntry | ContextEntry;

/** Which slice of the state an entry touches; that of an undo also the day of its answer. */
export function keysOf(entry: LogEntry): StateKeys {
  switch (entry.kind) {
    case 'settings':
      return {};
    case 'finish':
      return { sessions: [entry.sessionId] };
    case 'deck-known':
    case 'deck-gone':
      return { decks: [entry.deckId] };
    case 'card-known':
    case 'card-gone':
      return { decks: [entry.card.deckId], cards: [entry.card.cardId] };
    case 'answer':
      return { ...placeOf(entry), days: [dayOfAnswer(entry)] };
    case 'undo':
      return placeOf(entry);
  }
}

const placeOf = ({ deckId, cardId, sessionId }: AnswerEntry | UndoEntry): StateKeys => ({
  decks: [deckId],
  cards: [cardId],
  sessions: [sessionId],
});
