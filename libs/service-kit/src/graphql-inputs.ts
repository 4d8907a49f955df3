import { limits } from '@kumbuka/contracts';
import { z } from 'zod';

/** The one argument of a mutation: its fields have the rules of REST and the names of GraphQL. */
export const inputOf = <Shape extends z.ZodRawShape>(shape: Shape) => z.object({ input: z.object(shape) });

/** GraphQL's null means the same as left out. */
export const optional = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? undefined);

/** What is left out means the same as GraphQL's null. */
export const orNull = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? null);

/** A whole number of a range, or what stands for none. */
export const wholeOr = (fallback: number, least: number, most: number) =>
  z
    .int()
    .min(least)
    .max(most)
    .nullish()
    .transform((value) => value ?? fallback);

/** Which page of a list is asked for. */
export const pageFields = (perPage: number = limits.perPageDefault) => ({
  page: wholeOr(1, 1, Number.MAX_SAFE_INTEGER),
  perPage: wholeOr(perPage, 1, limits.perPage),
});
