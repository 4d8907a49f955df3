import { cardCount, chosenCards, generatedSides, idText, limits, studyText } from '@kumbuka/contracts';
import { z } from 'zod';

/** Arguments of the schema, with the rules of REST and the names of GraphQL. */
const named = <Shape extends z.ZodRawShape>(shape: Shape) => z.object({ input: z.object(shape) });
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? null);

export const oneId = z.object({ id: idText });
export const generateArguments = named({ text: studyText, count: cardCount, deckId: optional(idText) });
export const insertArguments = named({
  generationId: idText,
  deckId: idText,
  cards: chosenCards(z.object(generatedSides)),
});

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
