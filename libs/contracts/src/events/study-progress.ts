import { z } from 'zod';
import { defineEvent } from '../envelope.ts';
import { id, percent, studyDate, time } from './fields.ts';

const source = 'study-progress';
const cardFields = { userId: id, deckId: id, cardId: id };

export const cardReviewed = defineEvent(
  source,
  'card-reviewed',
  'schedule',
  'An answer was added to the review log.',
  z.object({
    ...cardFields,
    reviewId: z.uuid(),
    sessionId: z.string().nullable(),
    wasCorrect: z.boolean(),
    /** Minutes, with fractions. */
    minutes: z.number().min(0).max(60),
    answeredAt: time,
  }),
);
export const reviewUndone = defineEvent(
  source,
  'review-undone',
  'schedule',
  'An earlier answer was undone; the log keeps both entries.',
  z.object({ ...cardFields, reviewId: z.uuid(), undoneReviewId: z.uuid(), undoneAt: time }),
);
export const sessionFinished = defineEvent(
  source,
  'session-finished',
  'session',
  'A study session ended, closed by the learner or 30 minutes after its last answer.',
  z.object({
    userId: id,
    sessionId: z.string(),
    deckId: id.nullable(),
    answered: z.int().min(0),
    correct: z.int().min(0),
    minutes: z.number().min(0),
    xp: z.int().min(0),
    finishedAt: time,
  }),
);
export const deckProgressChanged = defineEvent(
  source,
  'deck-progress-changed',
  'deck-progress',
  'Mastery (percent, null before the first answer), the last study time or the next due day of a deck changed.',
  z.object({
    userId: id,
    deckId: id,
    mastery: percent.nullable(),
    lastStudied: time.nullable(),
    /** Study day of the card that falls due first; null when none is scheduled. Older processes leave it out. */
    nextDueOn: studyDate.nullable().optional(),
  }),
);
export const weeklyGoalChanged = defineEvent(
  source,
  'weekly-goal-changed',
  'learner',
  'The learner changed the weekly goal of cards or of days.',
  z.object({ userId: id, weeklyGoal: z.int().positive(), targetDays: z.int().min(1).max(7) }),
);
export const levelReached = defineEvent(
  source,
  'level-reached',
  'learner',
  'The learner reached a level.',
  z.object({ userId: id, level: z.int().positive(), xp: z.int().min(0), reachedAt: time }),
);
export const badgeEarned = defineEvent(
  source,
  'badge-earned',
  'learner',
  'The learner earned a badge.',
  z.object({
    userId: id,
    badge: z.enum(['first-session', 'seven-days', 'hundred-mastered']),
    earnedAt: time,
  }),
);

export const studyProgressEvents = [
  cardReviewed,
  reviewUndone,
  sessionFinished,
  deckProgressChanged,
  weeklyGoalChanged,
  levelReached,
  badgeEarned,
] as const;
