import { z } from 'zod';
import { limits, study } from '../constants.ts';
import { importedHistory, importedSchedule, isRectangular } from './imported-study.ts';

const id = z.int().positive();
const count = z.int().min(0);
const day = z.int().min(-100_000).max(100_000);
const time = z.iso.datetime();
/** Names of entries, sessions and events of clients. */
const name = z.string().min(1).max(300);

const logged = { id: name, recordedAt: time };
const ofCard = { cardId: id, deckId: id };
const timed = {
  answeredAt: time,
  durationMs: count,
  offsetMinutes: z.int().min(-1_440).max(1_440),
  dayStartHour: z.int().min(0).max(23),
};
const subject = z.enum(['replanned', 'weights', 'session']);

export const studyParameters = z.strictObject({
  version: z.int().min(2),
  rule: z.union([z.literal(1), z.literal(2)]),
  model: z.literal('fsrs-6'),
  weights: z.array(z.number()).length(21),
  desiredRetention: z.number().min(0.5).max(0.99),
  longestInterval: z.int().min(1).max(36_500),
});
export type StudyParameters = z.infer<typeof studyParameters>;
/** Sets of parameters that a learner's row holds, newest first. */
export const knownParameters = 21;

const weightsChange = z.strictObject({
  version: z.int().min(1),
  reviews: count,
  aspect: z.enum(['first-answer', 'correct', 'incorrect']),
  isLonger: z.boolean(),
  answersBefore: z.number().min(0),
  answersAfter: z.number().min(0),
});

/** Entry of a review log without its learner and position; the fields are those of `ReviewEntry` of `libs/schedule`. */
export const studyLogEntry = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('reviewed'),
    ...logged,
    ...ofCard,
    ...timed,
    rating: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
    sessionId: name,
    implicitSession: z.boolean(),
    sessionDeckId: id.nullable(),
    clientEventId: name.optional(),
    turn: count.optional(),
    parameterVersion: z.int().min(1),
    predictedRecall: z.number().min(0).max(1).nullable(),
    dueDay: day.optional(),
    seed: id.optional(),
  }),
  z.strictObject({
    kind: z.literal('practised'),
    ...logged,
    ...ofCard,
    ...timed,
    wasCorrect: z.boolean(),
    sessionId: name,
    clientEventId: name.optional(),
  }),
  z.strictObject({
    kind: z.literal('undone'),
    ...logged,
    ...ofCard,
    sessionId: name.optional(),
    undoes: name,
    dueDay: day.nullable().optional(),
    changeId: name.optional(),
  }),
  z.strictObject({
    kind: z.literal('buried'),
    ...logged,
    ...ofCard,
    sessionId: name,
    until: day.nullable(),
  }),
  z.strictObject({
    kind: z.literal('rescheduled'),
    ...logged,
    ...ofCard,
    answerId: name.nullable(),
    dueDay: day,
    reason: z.enum(['late-answer', 'parameters', 'absence', 'exam', 'balance']),
    changeId: name.optional(),
  }),
  z.strictObject({ kind: z.literal('schedule-imported'), ...logged, ...ofCard, ...importedSchedule.shape }),
  z
    .strictObject({ kind: z.literal('history-imported'), ...logged, ...ofCard, ...importedHistory.shape })
    .refine(isRectangular, 'Must have columns of equal length.'),
  z.strictObject({
    kind: z.literal('reset'),
    ...logged,
    ...ofCard,
    reason: z.enum(['learner', 'rewritten']),
  }),
  z.strictObject({ kind: z.literal('parameters-changed'), ...logged, parameters: studyParameters }),
  z.strictObject({
    kind: z.literal('changed'),
    ...logged,
    subject,
    cards: count,
    weights: weightsChange.nullable().optional(),
  }),
  z.strictObject({ kind: z.literal('change-undone'), ...logged, subject, changeId: name }),
  z.strictObject({
    kind: z.literal('finished'),
    ...logged,
    sessionId: name,
    finishedAt: time,
    xp: count.max(study.xpPerSession),
  }),
]);
export type StudyLogEntry = z.infer<typeof studyLogEntry>;

const percent = z.int().min(limits.minRememberPercent).max(limits.maxRememberPercent);
const cardsPerDay = z.int().min(0).max(limits.maxCardsPerDay);
const flag = z.boolean();

/** Settings of a learner's study; the fields are those of `Settings` of study-progress. */
export const studySettings = z.object({
  timezone: z.string().max(100),
  dayStartHour: z.int().min(0).max(23),
  weeklyGoal: z.int().min(1).max(limits.maxWeeklyGoal),
  targetDays: z.int().min(1).max(7),
  zoneFollowsDevice: flag,
  advancesAutomatically: flag.nullable(),
  portionSize: z.int().min(limits.minPortionSize).max(limits.maxPortionSize),
  focusMode: flag,
  singleKeyShortcuts: flag,
  repeatsMissed: flag,
  rememberPercent: percent,
  longestInterval: z.int().min(limits.minLongestInterval).max(limits.maxLongestInterval),
  newCardsPerDay: cardsPerDay,
  dailyLimit: cardsPerDay,
  studyOrder: z.enum(['weakest-first', 'deck-by-deck']),
  easyDays: z.array(z.enum(['full', 'half', 'off'])).length(7),
  fourAnswers: flag,
  showsNextDay: flag,
  // Absent in archives of older releases.
  absence: z.array(day).max(2).default([]),
  exam: z
    .strictObject({
      day,
      deckIds: z.array(id).min(1).max(50),
      minutesADay: z.int().min(1).max(600),
      plannedOn: day,
      cards: count,
      promise: z.array(z.number().min(0).max(1)).max(367),
    })
    .nullable()
    .default(null),
  deckSettings: z
    .array(
      z.strictObject({
        deckId: id,
        rememberPercent: percent.nullable(),
        newCardsPerDay: cardsPerDay.nullable(),
      }),
    )
    .max(limits.decksWithSettings),
});
export type StudySettings = z.infer<typeof studySettings>;

/** Latest attempt to fit a learner's weights; `null` before the first. */
export const latestFit = z.strictObject({ at: time, seq: count, reviews: count }).nullable();
export type LatestFit = z.infer<typeof latestFit>;
