import { z } from 'zod';
import { idParams } from '../rest/fields.ts';
import { defineRoute } from '../rest/route.ts';
import { importedHistory, importedSchedule } from './imported-study.ts';
import { knownParameters, latestFit, studyLogEntry, studyParameters, studySettings } from './study-log.ts';

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

const whole = z.int().min(0);

/** Maximum number of imported cards per call. */
const importedCardsAtOnce = 500;
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

/** Maximum number of log entries that one call reads or restores. */
export const restoredEntriesAtOnce = 1_000;

/** 0 to start. */
const positionText = z
  .string()
  .regex(/^\d{1,15}$/, 'Must be a position.')
  .transform(Number);

const studyLogPage = z.object({
  entries: z.array(studyLogEntry),
  /** Position of the next page; `null` at the end. */
  next: whole.nullable(),
});
export type StudyLogPage = z.infer<typeof studyLogPage>;
const studyLogHead = z.object({
  /** Number of entries. */
  entries: whole,
  settings: studySettings,
  fit: latestFit,
});
export type StudyLogHead = z.infer<typeof studyLogHead>;

const restoring = z.strictObject({
  importId: z.uuid(),
  /** Entries of the whole log. */
  total: whole,
  /** The newest sets of parameters of the whole log, newest first. */
  parameters: z.array(studyParameters).max(knownParameters),
  /** Position of the first of these entries, from 1. */
  from: z.int().positive(),
  entries: z.array(studyLogEntry).max(restoredEntriesAtOnce),
});
export type RestoringBody = z.infer<typeof restoring>;

export const studyProgressInternalRoutes = {
  readStudyLogHead: defineRoute({
    owner: 'study-progress',
    exposure: 'internal',
    access: 'process',
    operationId: 'readStudyLogHead',
    method: 'GET',
    path: '/internal/learners/{id}/log-head',
    summary: 'Study settings and length of the review log of a learner, for an archive of the account.',
    params: idParams,
    response: studyLogHead,
    status: 200,
  }),
  readStudyLog: defineRoute({
    owner: 'study-progress',
    exposure: 'internal',
    access: 'process',
    operationId: 'readStudyLog',
    method: 'GET',
    path: '/internal/learners/{id}/log',
    summary: 'A page of the review log of a learner, in the order of writing.',
    params: idParams,
    query: z.strictObject({ after: positionText }),
    response: studyLogPage,
    status: 200,
  }),
  restoreStudyLog: defineRoute({
    owner: 'study-progress',
    exposure: 'internal',
    access: 'process',
    operationId: 'restoreStudyLog',
    method: 'POST',
    path: '/internal/learners/{id}/restored-log',
    summary:
      'Entries of an archived review log; only into a log that is empty or that the same import began.',
    params: idParams,
    body: restoring,
    bodyBytes: 16 * 1024 * 1024,
    /** `occupied`: the account has a log of its own. `invalid`: entries contradict each other. */
    response: z.object({ outcome: z.enum(['accepted', 'occupied', 'invalid']) }),
    status: 200,
  }),
  checkRestoredLog: defineRoute({
    owner: 'study-progress',
    exposure: 'internal',
    access: 'process',
    operationId: 'checkRestoredLog',
    method: 'POST',
    path: '/internal/learners/{id}/restored-log/check',
    summary: 'Folds a restored log without writing anything; one that cannot be folded is removed.',
    params: idParams,
    body: z.strictObject({ importId: z.uuid(), settings: studySettings }),
    response: z.object({ valid: z.boolean() }),
    status: 200,
  }),
  finishRestoring: defineRoute({
    owner: 'study-progress',
    exposure: 'internal',
    access: 'process',
    operationId: 'finishRestoring',
    method: 'POST',
    path: '/internal/learners/{id}/restored-log/fold',
    summary: 'Takes over archived settings and folds the restored log onto the cards that exist now.',
    params: idParams,
    body: z.strictObject({ importId: z.uuid(), settings: studySettings, fit: latestFit }),
    status: 204,
  }),
  removeRestoredLog: defineRoute({
    owner: 'study-progress',
    exposure: 'internal',
    access: 'process',
    operationId: 'removeRestoredLog',
    method: 'POST',
    path: '/internal/learners/{id}/restored-log/removal',
    summary: 'Removes the log entries that an import restored; a repeat changes nothing.',
    params: idParams,
    body: z.strictObject({ importId: z.uuid() }),
    status: 204,
  }),
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
