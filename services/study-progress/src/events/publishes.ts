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
import type { Board, Happening } from '../domain/board.ts';
import { wasCorrect } from '../domain/review-log.ts';

const iso = (instant: Date) => instant.toISOString();
const isoOrNull = (instant: Date | null) => instant && iso(instant);

type Of<Kind extends Happening['kind']> = Extract<Happening, { kind: Kind }>;

const reviewed = (userId: number, { card, version, answer }: Of<'card-reviewed'>) =>
  newEvent(cardReviewed, {
    key: userId,
    aggregate: { id: card.cardId, version },
    occurredAt: answer.recordedAt,
    data: {
      userId,
      deckId: answer.deckId,
      cardId: answer.cardId,
      reviewId: answer.id,
      sessionId: answer.sessionId,
      wasCorrect: wasCorrect(answer),
      minutes: answer.durationMs / 60_000,
      answeredAt: iso(answer.answeredAt),
    },
  });

const undone = (userId: number, { card, version, undoId, undoes, at }: Of<'review-undone'>) =>
  newEvent(reviewUndone, {
    key: userId,
    aggregate: { id: card.cardId, version },
    occurredAt: at,
    data: {
      userId,
      deckId: card.deckId,
      cardId: card.cardId,
      reviewId: undoId,
      undoneReviewId: undoes,
      undoneAt: iso(at),
    },
  });

const finished = (userId: number, { session }: Of<'session-finished'>) =>
  newEvent(sessionFinished, {
    key: userId,
    aggregate: { id: `${userId}:${session.sessionId}`, version: 1 },
    occurredAt: session.finishedAt,
    data: {
      userId,
      sessionId: session.sessionId,
      deckId: session.deckId,
      answered: session.answered,
      correct: session.correct,
      minutes: session.durationMs / 60_000,
      xp: session.xp,
      finishedAt: iso(session.finishedAt),
    },
  });

const deckChanged = (userId: number, now: Date, happened: Of<'deck-progress-changed'>) =>
  newEvent(deckProgressChanged, {
    key: userId,
    aggregate: { id: happened.deckId, version: happened.version },
    occurredAt: now,
    data: {
      userId,
      deckId: happened.deckId,
      mastery: happened.mastery,
      lastStudied: isoOrNull(happened.lastStudied),
    },
  });

const goalChanged = (userId: number, { version, weeklyGoal, targetDays, at }: Of<'weekly-goal-changed'>) =>
  newEvent(weeklyGoalChanged, {
    key: userId,
    aggregate: { id: userId, version },
    occurredAt: at,
    data: { userId, weeklyGoal, targetDays },
  });

const levelUp = (userId: number, { version, level, xp, at }: Of<'level-reached'>) =>
  newEvent(levelReached, {
    key: userId,
    aggregate: { id: userId, version },
    occurredAt: at,
    data: { userId, level, xp, reachedAt: iso(at) },
  });

const earned = (userId: number, { version, badge, at }: Of<'badge-earned'>) =>
  newEvent(badgeEarned, {
    key: userId,
    aggregate: { id: userId, version },
    occurredAt: at,
    data: { userId, badge, earnedAt: iso(at) },
  });

function eventOf(userId: number, happening: Happening, now: Date): Envelope {
  switch (happening.kind) {
    case 'card-reviewed':
      return reviewed(userId, happening);
    case 'review-undone':
      return undone(userId, happening);
    case 'session-finished':
      return finished(userId, happening);
    case 'deck-progress-changed':
      return deckChanged(userId, now, happening);
    case 'weekly-goal-changed':
      return goalChanged(userId, happening);
    case 'level-reached':
      return levelUp(userId, happening);
    case 'badge-earned':
      return earned(userId, happening);
  }
}

/** The events of what happened on a board, in order. */
export const eventsOf =
  (now: () => Date) =>
  (board: Board): Envelope[] =>
    board.happened.map((happening) => eventOf(board.ownerId, happening, now()));
