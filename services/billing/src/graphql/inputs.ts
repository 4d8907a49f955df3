import { limits } from '@kumbuka/contracts';
import { z } from 'zod';

/** Arguments of the schema, with the rules of REST and the names of GraphQL. */
export const oneId = z.object({ id: z.string().max(100) });

export const pageArguments = z.object({
  page: z
    .int()
    .min(1)
    .nullish()
    .transform((page) => page ?? 1),
  perPage: z
    .int()
    .min(1)
    .max(limits.perPage)
    .nullish()
    .transform((perPage) => perPage ?? limits.perPageDefault),
});
