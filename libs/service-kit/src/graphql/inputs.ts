import { limits } from '@kumbuka/contracts';
import { z } from 'zod';

/** The single argument of a mutation, with the rules of REST and the names of GraphQL. */
export const inputOf = <Shape extends z.ZodRawShape>(shape: Shape) => z.object({ input: z.object(shape) });

/** Treats `null` as absent. */
export const optional = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? undefined);

/** Treats absent as `null`. */
export const orNull = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? null);

/** Whole number in a range, or a fallback. */
export const wholeOr = (fallback: number, least: number, most: number) =>
  z
    .int()
    .min(least)
    .max(most)
    .nullish()
    .transform((value) => value ?? fallback);

/** Page of a list. */
export const pageFields = (perPage: number = limits.perPageDefault) => ({
  page: wholeOr(1, 1, Number.MAX_SAFE_INTEGER),
  perPage: wholeOr(perPage, 1, limits.perPage),
});
