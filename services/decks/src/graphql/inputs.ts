import {
  cardSides,
  clientId as uuid,
  deckFields,
  idText,
  languageTag,
  limits,
  mediaLimits,
  searchedText,
  starterDeckIds,
  text,
  plainFormat,
  type Format,
} from '@kumbuka/contracts';
import { inputOf, optional, orNull, pageFields } from '@kumbuka/service-kit';
import { kindIds } from '@kumbuka/contracts/kinds';
import { identityKey } from '@kumbuka/text';
import { z } from 'zod';
import type { DeckSort } from '../domain/listing.ts';

/** Text of a field, which may be empty. */
const anyText = searchedText;
/** Tags without repeats and without spaces around them. */
const distinctTags = (tags: readonly string[]) =>
  [...Map.groupBy(tags, identityKey).values()].map(([first = '']) => first.trim());

/** Arguments of the schema: the rules of REST with the names of GraphQL. */
const sides = { frontText: cardSides.front_text, backText: cardSides.back_text };
const clientId = optional(uuid);
const formatsByName = { PLAIN: 'plain', RICH: 'rich' } as const satisfies Record<string, Format>;
const format = optional(z.enum(['PLAIN', 'RICH']).transform((name) => formatsByName[name]));

const language = languageTag.nullish();
const deckLanguages = { frontLanguage: language, backLanguage: language };

export const oneId = z.object({ id: idText });
export const someIds = z.object({ ids: z.array(idText).max(limits.perPage) });
export const createDeckArguments = inputOf({ ...deckFields, ...deckLanguages, clientId });
const expectedVersion = orNull(z.int().min(1));
export const updateDeckArguments = inputOf({ id: idText, expectedVersion, ...deckFields, ...deckLanguages });
export const deletionArguments = inputOf({ id: idText, expectedVersion });
export const restoreDeckArguments = inputOf({ id: idText });
export const restoreFlashcardsArguments = inputOf({
  ids: z.array(idText).min(1).max(limits.perPage),
});
export const addFlashcardArguments = inputOf({
  deckId: idText,
  ...sides,
  format,
  clientId,
  madeAt: optional(z.iso.datetime({ offset: true })),
});
const haveOwnIds = (cards: readonly { clientId?: string | undefined }[]) => {
  const ids = cards.flatMap(({ clientId: each }) => each ?? []);
  return new Set(ids).size === ids.length;
};
const someCards = z
  .array(z.strictObject({ ...sides, format, clientId }))
  .min(1)
  .max(limits.cardsPerCall)
  .refine(haveOwnIds, 'Every card needs an id of its own.');
export const existingCardsArguments = z.object({ cards: someCards });
export const addFlashcardsArguments = inputOf({
  deckId: idText,
  cards: someCards,
  existing: z.enum(['SKIP', 'ADD']).nullish(),
});
export const editFlashcardArguments = inputOf({ id: idText, expectedVersion, ...sides, format });
export const deleteFlashcardsArguments = inputOf({
  ids: z.array(idText).min(1).max(limits.perPage),
  expectedVersions: z.array(z.int().min(1)).max(limits.perPage).nullish(),
});
export const markFlashcardsArguments = inputOf({
  ids: z.array(idText).min(1).max(limits.perPage),
  suspended: optional(z.boolean()),
  flagged: optional(z.boolean()),
});
export const moveFlashcardsArguments = inputOf({
  ids: z.array(idText).min(1).max(limits.cardsPerCall),
  toDeckId: idText,
});
/** Bytes in base64. */
const uploaded = z
  .base64()
  .min(1)
  .max(Math.ceil(mediaLimits.uploadBytes / 3) * 4)
  .transform((data) => Buffer.from(data, 'base64'));
export const uploadMediaArguments = inputOf({ data: uploaded });
const fields = z.array(anyText(limits.cardSide)).min(1).max(10);
const tags = z
  .array(text(limits.tag))
  .max(limits.tagsPerNote)
  .transform((all) => distinctTags(all));
export const createNoteArguments = inputOf({
  deckId: idText,
  kind: z.enum(kindIds),
  fields,
  tags: tags.nullish().transform((value) => value ?? []),
  format: format.transform((value) => value ?? plainFormat),
  clientId,
});
export const updateNoteArguments = inputOf({
  id: idText,
  fields,
  tags: optional(tags),
  format,
  expectedVersion,
});
export const seedCatalogArguments = inputOf({ catalogIds: starterDeckIds(idText) });

const uuid7 = z.uuid();
export const importId = z.object({ id: uuid7 });
export const createImportArguments = inputOf({
  fileName: text(limits.importFileName),
  size: z.int().min(0),
  modifiedAt: z
    .number()
    .nullish()
    .transform((value) => value ?? 0),
});
/** Base64 is a third longer than its bytes. */
const pieceText = Math.ceil(limits.importPieceBytes / 3) * 4;
export const uploadPieceArguments = inputOf({
  id: uuid7,
  offset: z.int().min(0),
  data: z
    .base64()
    .max(pieceText)
    .transform((data) => Buffer.from(data, 'base64')),
});
const column = z.int().min(0).max(limits.importColumns);
export const prepareImportArguments = inputOf({
  id: uuid7,
  encoding: optional(z.string().max(40)),
  mapping: optional(
    z.strictObject({
      hasHeader: z.boolean(),
      front: column,
      back: column,
      tags: optional(column),
      deck: optional(column),
      guid: optional(column),
      cells: optional(z.enum(['text', 'html', 'markdown'])),
    }),
  ),
  deck: optional(text(limits.deckTitle)),
});
const deckPath = z.string().max(limits.importDeckPath);
export const startImportArguments = inputOf({
  id: uuid7,
  skippedDecks: z
    .array(deckPath)
    .max(limits.decksPerLearner)
    .nullish()
    .transform((paths) => paths ?? []),
  updatesChanged: z
    .boolean()
    .nullish()
    .transform((value) => value ?? false),
});
export const undoImportArguments = inputOf({ id: uuid7 });

const pageArguments = z.object(pageFields());

const sorts = {
  CREATED: 'created',
  TITLE: 'title',
  LAST_STUDIED: 'last_studied',
  DIFFICULTY: 'difficulty',
  RECENT: 'recent',
  DUE: 'due',
} as const satisfies Record<string, DeckSort>;
type SortName = keyof typeof sorts;
const sortNames = Object.keys(sorts) as [SortName, ...SortName[]];

const marks = { SUSPENDED: 'suspended', FLAGGED: 'flagged' } as const;
export const cardsArguments = pageArguments.extend({
  containing: optional(searchedText(limits.searchText)),
  marked: optional(z.enum(['SUSPENDED', 'FLAGGED']).transform((name) => marks[name])),
});
export const cardSearchArguments = z.object({
  containing: searchedText(limits.searchText),
  after: optional(idText),
  first: z
    .int()
    .min(1)
    .max(limits.perPage)
    .nullish()
    .transform((value) => value ?? 10),
});
const filter = z.object({
  titleContains: optional(searchedText(limits.searchText)),
  subject: optional(searchedText(limits.deckSubject)),
  category: optional(searchedText(limits.deckCategory)),
  difficulty: optional(deckFields.difficulty),
});
export const decksArguments = pageArguments.extend({
  filter: filter.nullish().transform((value) => value ?? {}),
  sort: z
    .enum(sortNames)
    .nullish()
    .transform((name) => sorts[name ?? 'CREATED']),
});
