import { cardSides, deckFields, idText, limits, searchedText, starterDeckIds } from '@kumbuka/contracts';
import { z } from 'zod';
import type { DeckSort } from '../domain/listing.ts';

/** Arguments of the schema, with the rules of REST and the names of GraphQL. */
const sides = { frontText: cardSides.front_text, backText: cardSides.back_text };
const named = <Shape extends z.ZodRawShape>(shape: Shape) => z.object({ input: z.object(shape) });

export const oneId = z.object({ id: idText });
export const someIds = z.object({ ids: z.array(idText).max(limits.perPage) });
export const createDeckArguments = named(deckFields);
export const updateDeckArguments = named({ id: idText, ...deckFields });
export const onlyIdArguments = named({ id: idText });
export const addFlashcardArguments = named({ deckId: idText, ...sides });
export const editFlashcardArguments = named({ id: idText, ...sides });
export const seedCatalogArguments = named({ catalogIds: starterDeckIds(idText) });

const pageArguments = z.object({
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

const sorts = {
  CREATED: 'created',
  TITLE: 'title',
  LAST_STUDIED: 'last_studied',
  DIFFICULTY: 'difficulty',
  RECENT: 'recent',
} as const satisfies Record<string, DeckSort>;
type SortName = keyof typeof sorts;
const sortNames = Object.keys(sorts) as [SortName, ...SortName[]];

/** GraphQL's null means the same as left out. */
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? undefined);
export const cardsArguments = pageArguments.extend({ containing: optional(searchedText(limits.searchText)) });
const filter = z.object({
  titleContains: optional(searchedText(limits.searchText)),
  subject: optional(deckFields.subject),
  category: optional(deckFields.category),
  difficulty: optional(deckFields.difficulty),
});
export const decksArguments = pageArguments.extend({
  filter: filter.nullish().transform((given) => given ?? {}),
  sort: z
    .enum(sortNames)
    .nullish()
    .transform((name) => sorts[name ?? 'CREATED']),
});
