import {
  badgeEarned,
  cardReviewed,
  deckProgressChanged,
  levelReached,
  reviewUndone,
  sessionFinished,
  weeklyGoalChanged,
  type Envelope,
} from '@kumbuka/contracts';
import { newEvent } from '@kumbuka/event-bus';
import { writtenProgressOf } from '../domain/deck/deck.ts';
import type { DomainEvent } from '../domain/events.ts';
import { wasCorrect } from '@kumbuka/schedule';

type Of<Type extends DomainEvent['type']> = Extract<DomainEvent, { type: Type }>;

const iso = (instant: Date) => instant.toISOString();

const headOf = (key: number, id: number | string, version: number, occurredAt: Date) => ({
  key,
  aggregate: { id, version },
  occurredAt,
});
const ofLearner = ({ ownerId, version, at }: { ownerId: number; version: number; at: Date }) =>
  headOf(ownerId, ownerId, version, at);

const reviewed = ({ card, answer }: Of<'card-reviewed'>) =>
  newEvent(cardReviewed, {
    ...headOf(card.ownerId, card.cardId, card.version, answer.recordedAt),
    data: {
      userId: card.ownerId,
      deckId: answer.deckId,
      cardId: answer.cardId,
      reviewId: answer.id,
      sessionId: answer.sessionId,
      wasCorrect: wasCorrect(answer),
      minutes: answer.durationMs / 60_000,
      answeredAt: iso(answer.answeredAt),
    },
  });

const undone = ({ card, undo }: Of<'review-undone'>) =>
  newEvent(reviewUndone, {
    ...headOf(card.ownerId, card.cardId, card.version, undo.recordedAt),
    data: {
      userId: card.ownerId,
      deckId: card.deckId,
      cardId: card.cardId,
      reviewId: undo.id,
      undoneReviewId: undo.undoes,
      undoneAt: iso(undo.recordedAt),
    },
  });

const finished = ({ ownerId, session }: Of<'session-finished'>) =>
  newEvent(sessionFinished, {
    ...headOf(ownerId, `${ownerId}:${session.sessionId}`, 1, session.finishedAt),
    data: {
      userId: ownerId,
      sessionId: session.sessionId,
      deckId: session.deckId,
      answered: session.answered,
      correct: session.correct,
      minutes: session.durationMs / 60_000,
      xp: session.xp,
      finishedAt: iso(session.finishedAt),
    },
  });

function deckChanged({ deck, at }: Of<'deck-progress-changed'>) {
  return newEvent(deckProgressChanged, {
    ...headOf(deck.ownerId, deck.deckId, deck.version, at),
    data: { userId: deck.ownerId, ...writtenProgressOf(deck) },
  });
}

/** Builds the envelope of a domain event: ids, numbers and times, never texts. */
export function toEnvelope(event: DomainEvent): Envelope {
  switch (event.type) {
    case 'card-reviewed':
      return reviewed(event);
    case 'review-undone':
      return undone(event);
    case 'session-finished':
      return finished(event);
    case 'deck-progress-changed':
      return deckChanged(event);
    case 'weekly-goal-changed': {
      const { ownerId: userId, weeklyGoal, targetDays } = event;
      return newEvent(weeklyGoalChanged, { ...ofLearner(event), data: { userId, weeklyGoal, targetDays } });
    }
    case 'level-reached': {
      const { ownerId: userId, level, xp, at } = event;
      return newEvent(levelReached, { ...ofLearner(event), data: { userId, level, xp, reachedAt: iso(at) } });
    }
    case 'badge-earned': {
      const { ownerId: userId, badge, at } = event;
      return newEvent(badgeEarned, { ...ofLearner(event), data: { userId, badge, earnedAt: iso(at) } });
    }
  }
}
