import { z } from 'zod';

const instant = z.number().min(-8.64e15).max(8.64e15);
const day = z.int().min(-100_000).max(1_000_000);
const whole = z.int().min(0);
const finite = z.number();

/** State of a card in another program; the fields of the log entry `schedule-imported`. */
export const importedSchedule = z.strictObject({
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
/** Whether all columns of a history are equally long. */
export const isRectangular = (history: { times: readonly unknown[] }): boolean =>
  Object.values(history).every((column) => !Array.isArray(column) || column.length === history.times.length);

/** Reviews of a card in another program, as arrays of equal length. */
export const importedHistory = z
  .strictObject({
    times: z.array(instant).max(maxImportedReviews),
    ratings: z.array(z.int().min(0).max(4)).max(maxImportedReviews),
    intervals: numbers,
    lastIntervals: numbers,
    durations: numbers,
    factors: numbers,
    kinds: numbers,
  })
  .refine(isRectangular, 'Must be arrays of equal length.');
