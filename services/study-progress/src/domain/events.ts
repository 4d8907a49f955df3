import type { Card } from './card/card.ts';
import { progressOf, type Deck, type DeckProgress } from './deck/deck.ts';
import { learnerEvents, type LearnerEvent } from './learner/learner-events.ts';
import type { LogEntry } from './log-entry.ts';
import type { AnswerEntry, UndoEntry } from '@kumbuka/schedule';
import type { FinishedSession } from './session/session.ts';
import { liveCard, type StudyState } from './study-state.ts';

/** Domain events to publish; aggregates carry the version after the change. */
export type DomainEvent =
  | { type: 'card-reviewed'; card: Card; answer: AnswerEntry }
  | { type: 'review-undone'; card: Card; undo: UndoEntry }
  | { type: 'session-finished'; ownerId: number; session: FinishedSession }
  | ({ ownerId: number; version: number; at: Date } & LearnerEvent)
  | { type: 'deck-progress-changed'; deck: Deck; at: Date };

function cardEvents(before: StudyState, after: StudyState, entry: LogEntry): DomainEvent[] {
  if (entry.kind !== 'reviewed' && entry.kind !== 'undone') return [];
  const card = liveCard(after, entry.cardId);
  if (!card || card.version === liveCard(before, entry.cardId)?.version) return [];
  return [
    entry.kind === 'reviewed'
      ? { type: 'card-reviewed', card, answer: entry }
      : { type: 'review-undone', card, undo: entry },
  ];
}

const sessionEvents = (before: StudyState, after: StudyState): DomainEvent[] =>
  [...after.sessions.values()]
    .filter(({ sessionId }) => !before.sessions.has(sessionId))
    .map((session) => ({ type: 'session-finished', ownerId: after.ownerId, session }));

const eventsOfLearner = ({ learner }: StudyState, after: StudyState, at: Date): DomainEvent[] =>
  learnerEvents(learner, after.learner).map((event, index) => ({
    ...event,
    ownerId: after.ownerId,
    version: learner.version + 1 + index,
    at,
  }));

/** Derives the events of one entry by comparing the states before and after it. */
export const eventsOf = (before: StudyState, after: StudyState, entry: LogEntry, at: Date): DomainEvent[] => [
  ...cardEvents(before, after, entry),
  ...sessionEvents(before, after),
  ...eventsOfLearner(before, after, at),
];

const unseen: DeckProgress = { mastery: null, lastStudied: null, nextDueDay: null };

function looksOther(before: Deck | null, after: Deck): boolean {
  const [was, is] = [before ? progressOf(before) : unseen, progressOf(after)];
  return (
    was.mastery !== is.mastery ||
    was.lastStudied?.getTime() !== is.lastStudied?.getTime() ||
    was.nextDueDay !== is.nextDueDay
  );
}

/** Decks whose published progress changed, with incremented versions; many entries cause one change. */
export function changedDecks(before: StudyState, after: StudyState): Deck[] {
  return [...after.decks.values()].flatMap((deck) => {
    const previous = before.decks.get(deck.deckId);
    const past = previous?.kind === 'deck' ? previous : null;
    return deck.kind === 'deck' && looksOther(past, deck) ? [{ ...deck, version: deck.version + 1 }] : [];
  });
}
