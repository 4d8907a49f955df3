import { z } from 'zod';
import { idParams } from '../rest/fields.ts';
import { defineRoute } from '../rest/route.ts';

/** Data of the latest deck-progress-changed event of a deck. */
const deckProgress = z.object({
  deckId: z.int().positive(),
  mastery: z.int().min(0).max(100).nullable(),
  lastStudied: z.iso.datetime().nullable(),
  nextDueOn: z.iso.date().nullable().optional(),
  version: z.int().min(0),
});

const deckProgresses = z.object({ decks: z.array(deckProgress) });
export type DeckProgressOfLearner = z.infer<typeof deckProgresses>;

const instant = z.number().min(-8.64e15).max(8.64e15);
const day = z.int().min(-100_000).max(1_000_000);
const whole = z.int().min(0);
const finite = z.number();

/** State of a card in another program; the fields of the log entry `schedule-imported`. */
const importedSchedule = z.strictObject({
  state: z.enum(['learning', 'review', 'relearning']),
  dueDay: day,
  dueAt: instant.nullable(),
  lastDay: day,
  lastAt: instant.nullable(),
  stability: z.number().min(0.001).max(36_500),
  difficulty: z.number().min(1).max(10),
  isDerived: z.boolean(),
  interval: z.number().min(0),
  ease: z.number().min(0),
  lapses: whole,
  reviews: whole,
  anki: z
    .strictObject({
      left: finite.nullable(),
      desiredRetention: finite.nullable(),
      decay: finite.nullable(),
      custom: z.string().max(1_000).nullable(),
    })
    .nullable(),
});

/** Maximum number of reviews of a card that are kept; the newest ones. */
export const maxImportedReviews = 5_000;
const numbers = z.array(finite).max(maxImportedReviews);
const importedHistory = z
  .strictObject({
    times: z.array(instant).max(maxImportedReviews),
    ratings: z.array(z.int().min(0).max(4)).max(maxImportedReviews),
    intervals: numbers,
    lastIntervals: numbers,
    durations: numbers,
    factors: numbers,
    kinds: numbers,
  })
  .refine(
    ({ times, ...others }) => Object.values(others).every(({ length }) => length === times.length),
    'Must be arrays of equal length.',
  );

/** Maximum number of imported cards per call. */
export const importedCardsAtOnce = 500;
const importedStudy = z.strictObject({
  deckId: z.int().positive(),
  cards: z
    .array(
      z.strictObject({
        cardId: z.int().positive(),
        createdAt: z.iso.datetime(),
        cardVersion: z.int().positive(),
        suspended: z.boolean(),
        schedule: importedSchedule.optional(),
        history: importedHistory.optional(),
      }),
    )
    .min(1)
    .max(importedCardsAtOnce),
});
export type ImportedStudyBody = z.infer<typeof importedStudy>;

/** Maximum number of cards whose study one call reads. */
export const exportedCardsAtOnce = 100;
const exportedStudy = z.object({
  cards: z.array(
    z.object({
      cardId: z.int().positive(),
      schedule: importedSchedule.optional(),
      history: importedHistory.optional(),
    }),
  ),
  /** Number of the requested cards that were read, the first ones; fewer when their histories are long. */
  read: z.int().positive(),
});
export type ExportedStudyBody = z.infer<typeof exportedStudy>;

export const studyProgressInternalRoutes = {
  exportStudy: defineRoute({
    owner: 'study-progress',
    exposure: 'internal',
    access: 'process',
    operationId: 'exportStudy',
    method: 'POST',
    path: '/internal/learners/{id}/exported-study',
    summary: 'Schedules and histories of cards, for an export. Cards that were never studied are left out.',
    params: idParams,
    body: z.strictObject({ cardIds: z.array(z.int().positive()).min(1).max(exportedCardsAtOnce) }),
    response: exportedStudy,
    status: 200,
  }),
  readCalendar: defineRoute({
    owner: 'study-progress',
    exposure: 'internal',
    access: 'process',
    operationId: 'readCalendar',
    method: 'GET',
    path: '/internal/learners/{id}/calendar',
    summary: 'Time zone of a learner and the hour at which the day begins.',
    params: idParams,
    response: z.object({ timezone: z.string(), dayStartHour: z.int().min(0).max(23) }),
    status: 200,
  }),
  importStudy: defineRoute({
    owner: 'study-progress',
    exposure: 'internal',
    access: 'process',
    operationId: 'importStudy',
    method: 'POST',
    path: '/internal/learners/{id}/imported-study',
    summary: 'Schedules and earlier reviews of imported cards; a repeat changes nothing.',
    params: idParams,
    body: importedStudy,
    bodyBytes: 8 * 1024 * 1024,
    response: z.object({ imported: whole }),
    status: 200,
  }),
  readDeckProgress: defineRoute({
    owner: 'study-progress',
    exposure: 'internal',
    access: 'process',
    operationId: 'readDeckProgress',
    method: 'GET',
    path: '/internal/learners/{id}/deck-progress',
    summary: 'Progress in all decks of a learner.',
    params: idParams,
    response: deckProgresses,
    status: 200,
  }),
};
