import { clientName, idText, limits } from '@kumbuka/contracts';
import { z } from 'zod';

/** GraphQL's null means the same as left out. */
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? undefined);

export const oneId = z.object({ id: idText });
export const deckIdArguments = z.object({ deckId: idText });
export const noArguments = z.object({});
const within = (least: number, most: number, fallback: number) =>
  z
    .int()
    .min(least)
    .max(most)
    .nullish()
    .transform((value) => value ?? fallback);

export const queueArguments = z.object({
  deckId: optional(idText),
  minutes: optional(z.int().min(1).max(1_440)),
  limit: within(1, limits.studyQueue, limits.studyQueue),
});
export const reviewDaysArguments = z.object({ days: within(1, 366, 140) });
export const reviewLogArguments = z.object({
  after: within(0, Number.MAX_SAFE_INTEGER, 0),
  limit: within(1, 1_000, 1_000),
});
export const forecastArguments = z.object({ days: within(1, 60, 14) });

/** Each answer is parsed on its own, so that one that cannot be taken does not hold up the others. */
export const recordAnswersArguments = z.object({
  input: z.object({
    answers: z
      .array(z.looseObject({ clientEventId: z.string() }))
      .min(1)
      .max(limits.answersAtOnce),
  }),
});
export const answerInput = z.object({
  deckId: idText,
  flashcardId: idText,
  wasCorrect: z.boolean(),
  timeSpentMinutes: z.number().min(0).max(limits.answerMinutes),
  sessionId: clientName.nullish(),
  sessionDeckId: idText.nullish(),
  clientEventId: clientName,
  answeredAt: z.iso.datetime({ offset: true }).nullish(),
});
export type AnswerInput = z.output<typeof answerInput>;

export const undoArguments = z.object({ input: z.object({ clientEventId: clientName }) });
export const finishArguments = z.object({ input: z.object({ sessionId: clientName }) });
/** Ranges are checked by the use-case, for REST alike. */
export const settingsArguments = z.object({
  input: z.object({
    weeklyGoal: optional(z.number()),
    targetDays: optional(z.number()),
    timezone: optional(z.string()),
    dayStartHour: optional(z.number()),
    zoneFollowsDevice: optional(z.boolean()),
  }),
});
