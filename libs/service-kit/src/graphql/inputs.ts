import { limits } from '@kumbuka/contracts';
import { z } from 'zod';

/** Schema of the single argument `input` of a mutation. */
export const inputOf = <Shape extends z.ZodRawShape>(shape: Shape) => z.object({ input: z.object(shape) });

/** Treats `null` as absent. */
export const optional = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? undefined);

/** Treats absent as `null`. */
export const orNull = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? null);

/** Whole number in a range, or a fallback. */
export const wholeOr = (fallback: number, min: number, max: number) =>
  z
    .int()
    .min(min)
    .max(max)
    .nullish()
    .transform((value) => value ?? fallback);

/** Arguments for a page of a list. */
export const pageFields = (perPage: number = limits.perPageDefault) => ({
  page: wholeOr(1, 1, Number.MAX_SAFE_INTEGER),
  perPage: wholeOr(perPage, 1, limits.perPage),
});
