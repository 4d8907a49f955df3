import { answerMinutes, answerRating, clientName, idText, limits, ratingFits } from '@kumbuka/contracts';
import { dayOfDate } from '@kumbuka/contracts/study-day';
import { inputOf, optional, wholeOr } from '@kumbuka/service-kit';
import { z } from 'zod';

export const oneId = z.object({ id: idText });
export const orderArguments = z.object({ deckId: idText, withoutToday: optional(z.boolean()) });
export const sessionArguments = z.object({ id: clientName });
export const noArguments = z.object({});

export const queueArguments = z.object({
  deckId: optional(idText),
  minutes: optional(z.int().min(1).max(1_440)),
  limit: wholeOr(limits.studyQueue, 1, limits.studyQueue),
  exam: optional(z.boolean()),
});
export const reviewDaysArguments = z.object({ days: wholeOr(140, 1, 366) });
export const statisticsArguments = z.object({ days: wholeOr(30, 1, 366) });
export const reviewLogArguments = z.object({
  after: wholeOr(0, 0, Number.MAX_SAFE_INTEGER),
  limit: wholeOr(1_000, 1, 1_000),
});
export const memoryTableArguments = z.object({ daysAgo: wholeOr(0, 0, 366) });
export const pastDayArguments = z.object({ date: z.iso.date().transform(dayOfDate) });
export const forecastArguments = z.object({ days: wholeOr(14, 1, 60) });

/** Each answer is parsed separately, so that an invalid one does not reject the others. */
export const recordAnswersArguments = z.object({
  input: z.object({
    answers: z
      .array(z.looseObject({ clientEventId: z.string() }))
      .min(1)
      .max(limits.answersAtOnce),
  }),
});
export const answerInput = z
  .object({
    deckId: idText,
    flashcardId: idText,
    wasCorrect: z.boolean(),
    rating: answerRating.nullish(),
    isPractice: z.boolean().nullish(),
    timeSpentMinutes: answerMinutes,
    sessionId: clientName.nullish(),
    sessionDeckId: idText.nullish(),
    clientEventId: clientName,
    answeredAt: z.iso.datetime({ offset: true }).nullish(),
    dueOn: z.iso.date().nullish(),
  })
  .refine(({ rating, wasCorrect }) => ratingFits(rating, wasCorrect))
  .refine(({ isPractice, sessionId }) => !isPractice || sessionId);
export type AnswerInput = z.output<typeof answerInput>;

const orderOf = { WEAKEST_FIRST: 'weakest-first', DECK_BY_DECK: 'deck-by-deck' } as const;
const easyDayOf = { FULL: 'full', HALF: 'half', OFF: 'off' } as const;
const nullOr = (value: number | null | undefined): number | null => value ?? null;

export const changesArguments = z.object({ limit: wholeOr(50, 1, 100) });
export const undoChangeArguments = inputOf({ changeId: z.string().max(100) });
export const undoArguments = inputOf({ clientEventId: clientName });
export const buryArguments = inputOf({
  deckId: idText,
  flashcardId: idText,
  sessionId: clientName,
  buried: z.boolean(),
});
const resetReasonOf = { LEARNER: 'learner', REWRITTEN: 'rewritten' } as const;
export const resetArguments = inputOf({
  deckId: idText,
  flashcardId: idText,
  reason: z
    .enum(['LEARNER', 'REWRITTEN'])
    .nullish()
    .transform((reason) => resetReasonOf[reason ?? 'LEARNER']),
});
export const finishArguments = inputOf({ sessionId: clientName });
export const deckSettingsArguments = inputOf({
  deckId: idText,
  rememberPercent: z.number().nullish().transform(nullOr),
  newCardsPerDay: z.number().nullish().transform(nullOr),
});

const channelOf = { NOTIFICATION: 'notification', MAIL: 'mail' } as const;
export const reminderArguments = inputOf({
  hour: z.number().nullish().transform(nullOr),
  channel: z.enum(['NOTIFICATION', 'MAIL']).transform((channel) => channelOf[channel]),
});

const day = z.iso.date().transform(dayOfDate);

/** The use-case checks ranges, for REST and GraphQL alike. */
export const settingsArguments = inputOf({
  weeklyGoal: optional(z.number()),
  targetDays: optional(z.number()),
  timezone: optional(z.string()),
  dayStartHour: optional(z.number()),
  zoneFollowsDevice: optional(z.boolean()),
  advancesAutomatically: optional(z.boolean()),
  portionSize: optional(z.number()),
  focusMode: optional(z.boolean()),
  singleKeyShortcuts: optional(z.boolean()),
  repeatsMissed: optional(z.boolean()),
  rememberPercent: optional(z.number()),
  longestInterval: optional(z.number()),
  newCardsPerDay: optional(z.number()),
  dailyLimit: optional(z.number()),
  studyOrder: optional(z.enum(['WEAKEST_FIRST', 'DECK_BY_DECK']).transform((order) => orderOf[order])),
  easyDays: optional(z.array(z.enum(['FULL', 'HALF', 'OFF']).transform((kind) => easyDayOf[kind]))),
  absence: z
    .object({ from: z.iso.date(), until: z.iso.date() })
    .nullish()
    .transform((absence) =>
      absence ? [dayOfDate(absence.from), dayOfDate(absence.until)] : absence === null ? [] : undefined,
    ),
  exam: z
    .object({
      date: day,
      deckIds: z.array(idText).min(1).max(50),
      minutesADay: z.int().min(1).max(600),
      plannedOn: day,
      cards: z.int().min(1),
      promise: z.array(z.number().min(0).max(1)).min(2).max(367),
    })
    .nullish()
    .transform((exam) => {
      if (!exam) return exam;
      const { date, ...rest } = exam;
      return { ...rest, day: date };
    }),
  fourAnswers: optional(z.boolean()),
  showsNextDay: optional(z.boolean()),
});
