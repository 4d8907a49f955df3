import { z } from 'zod';
import { limits } from '../constants.ts';
import { validationSentences } from '../validation-sentences.ts';
import { id, idParams, readOnly, time } from './fields.ts';
import { defineRoute } from './route.ts';

const cardStates = ['new', 'learning', 'review', 'relearning'] as const;

const progressRecord = z.object({
  deck_id: id,
  flashcard_id: id,
  study_count: z.int(),
  correct_attempts: z.int(),
  incorrect_attempts: z.int(),
  total_study_time: z.number().meta({ description: 'Minutes.' }),
  is_learned: z.boolean(),
  last_studied_at: time.nullable(),
  due_at: time.nullable(),
  stability: z.number().nullable().meta({ description: 'Days until recall falls to 90 %.' }),
  difficulty: z.number().nullable().meta({ description: '1 to 10.' }),
  state: z.enum(cardStates),
  predicted_recall: z.number().min(0).max(1).nullable(),
});
export type ProgressRecord = z.infer<typeof progressRecord>;

/** Client-chosen ids of sessions and answers. */
export const clientName = z.string().regex(/^[\w-]{1,64}$/, 'Must be 1 to 64 letters, digits, - or _.');

/** Minutes of an answer, capped because a card that stays open for hours is not studied for hours. */
export const answerMinutes = z
  .number()
  .min(0)
  .transform((minutes) => Math.min(minutes, limits.answerMinutes));

/** 1 Again, 2 Hard, 3 Good, 4 Easy. */
export const answerRating = z.literal([1, 2, 3, 4]);

/** Whether a rating, if any, says the same as right or wrong. */
export const ratingFits = (rating: z.output<typeof answerRating> | null | undefined, wasCorrect: boolean) =>
  rating === undefined || rating === null || rating > 1 === wasCorrect;

export const answerBody = z
  .strictObject({
    deck_id: id,
    flashcard_id: id,
    was_correct: z.boolean(),
    rating: answerRating.optional().meta({
      description: '1 with `was_correct: false`; 2 Hard, 3 Good (the default) or 4 Easy with `true`.',
    }),
    time_spent: answerMinutes.meta({
      description: `Minutes; more than ${limits.answerMinutes} count as ${limits.answerMinutes}.`,
    }),
    session_id: clientName.optional(),
    client_event_id: clientName.optional(),
    answered_at: z.iso.datetime({ offset: true }).optional(),
    due_on: z.iso.date().optional().meta({
      description: 'Due day that the device has shown; it is taken when the schedule could have chosen it.',
    }),
  })
  .refine(({ rating, was_correct }) => ratingFits(rating, was_correct), {
    path: ['rating'],
    message: validationSentences.rating.en,
  });

export const dashboard = z.object({
  weekly_goal: z.int(),
  mastery_level: z.int(),
  study_streak: z.int(),
  focus_score: z.int(),
  retention_rate: z.int(),
  cards_mastered: z.int(),
  minutes_per_day: z.int(),
  accuracy: z.int(),
  dueCount: z.int(),
  completedThisWeek: z.int(),
});

const learnerStats = z.object({
  streak: z.int(),
  weekly_goal: z.int(),
  completed_this_week: z.int(),
});
export const learner = z.object({
  streakDays: z.int(),
  stats: learnerStats,
  xp: z.int(),
  nextLevelXp: z.int(),
  level: z.int(),
  weeklyGoal: z.object({ targetDays: z.int(), completedDays: z.int() }),
  timezone: z.string(),
});
export const finishedSession = z.object({
  session_id: z.string(),
  answered: z.int(),
  correct: z.int(),
  minutes: z.number(),
  xp_earned: z.int(),
  finished_at: time,
});

/** Ends the reminders of one learner and does nothing else. */
export const reminderToken = z.string().regex(/^[\w-]{32,64}$/, validationSentences.reminderToken.en);

export const studyProgressRoutes = {
  readDashboard: defineRoute({
    operationId: 'readDashboard',
    method: 'GET',
    path: '/dashboard',
    owner: 'study-progress',
    exposure: 'public',
    access: 'learner',
    summary: 'Numbers of the dashboard; 0 for a new learner.',
    response: dashboard,
    status: 200,
  }),
  listProgress: defineRoute({
    operationId: 'listProgress',
    method: 'GET',
    path: '/progress',
    owner: 'study-progress',
    exposure: 'public',
    access: 'learner',
    summary: 'Progress of every card that was answered.',
    response: z.array(progressRecord),
    status: 200,
  }),
  listDeckProgress: defineRoute({
    operationId: 'listDeckProgress',
    method: 'GET',
    path: '/progress/deck/{id}',
    owner: 'study-progress',
    exposure: 'public',
    access: 'learner',
    summary: 'Progress of the cards of one deck.',
    params: idParams,
    response: z.array(progressRecord),
    status: 200,
    errors: ['DECK_NOT_FOUND'],
  }),
  recordAnswer: defineRoute({
    operationId: 'recordAnswer',
    method: 'POST',
    path: '/progress',
    owner: 'study-progress',
    exposure: 'public',
    access: 'learner',
    summary: 'Answer a card.',
    body: answerBody,
    response: progressRecord,
    status: 201,
    idempotent: true,
    write: true,
    errors: ['DECK_NOT_FOUND', 'FLASHCARD_NOT_FOUND', 'ANSWER_REPEATED', 'TOO_MANY_OPEN_SESSIONS'],
  }),
  finishSession: defineRoute({
    operationId: 'finishSession',
    method: 'POST',
    path: '/study-sessions/{session_id}/finish',
    owner: 'study-progress',
    exposure: 'public',
    access: 'learner',
    summary: 'End a study session; its XP is credited once.',
    params: z.strictObject({ session_id: clientName }),
    response: finishedSession,
    status: 200,
    write: true,
    errors: ['STUDY_SESSION_NOT_FOUND'],
  }),
  changeGoal: defineRoute({
    operationId: 'changeGoal',
    method: 'PUT',
    path: '/user/stats',
    owner: 'study-progress',
    exposure: 'public',
    access: 'learner',
    summary: 'Set the weekly goal (cards a week).',
    body: z.strictObject({
      weekly_goal: z.int().min(1).max(limits.maxWeeklyGoal),
      ...readOnly(['streak', 'completed_this_week']),
    }),
    response: learnerStats,
    status: 200,
    write: true,
  }),
  stopReminders: defineRoute({
    operationId: 'stopReminders',
    method: 'POST',
    path: '/reminders/stop',
    owner: 'study-progress',
    exposure: 'public',
    access: 'anyone',
    summary:
      'Stop the reminders of an email by its token, without signing in; the one-click address of RFC 8058.',
    query: z.strictObject({ token: reminderToken }),
    status: 204,
  }),
  readLearner: defineRoute({
    operationId: 'readLearner',
    method: 'GET',
    path: '/user',
    owner: 'study-progress',
    exposure: 'internal',
    access: 'learner',
    summary: 'Study fields of GET /user.',
    response: learner,
    status: 200,
  }),
};
