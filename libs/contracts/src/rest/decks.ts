import { z } from 'zod';
import { limits } from '../constants.ts';
import { formats } from '../formats.ts';
import {
  clientId,
  id,
  idParams,
  idText,
  languageTag,
  pageOf,
  paging,
  readOnly,
  searchedText,
  sideText,
  text,
  time,
} from './fields.ts';
import { defineRoute } from './route.ts';

const version = z
  .int()
  .meta({ description: 'Incremented by each change of a text. The ETag is this number in quotes.' });

export const deck = z.object({
  id,
  title: z.string(),
  description: z.string(),
  subject: z.string(),
  category: z.string(),
  difficulty: z.int().min(1).max(5),
  last_studied: time.nullable(),
  mastery: z.int().min(0).max(100).nullable().meta({ description: 'Percent; null before the first answer.' }),
  front_language: z.string().nullable().meta({ description: 'BCP 47; null when the deck names none.' }),
  back_language: z.string().nullable().meta({ description: 'BCP 47; null when the deck names none.' }),
  is_default: z.boolean().meta({ description: 'True for a copy of a starter deck.' }),
  card_count: z.int(),
  version,
  created_at: time,
  updated_at: time,
});
export type DeckBody = z.infer<typeof deck>;

const formatMeaning =
  'How both sides are written: plain is text as it is, rich is Markdown with tables, formulas and a few HTML elements.';
export const flashcard = z.object({
  id,
  deck_id: id,
  front_text: z.string(),
  back_text: z.string(),
  format: z.enum(formats).meta({ description: formatMeaning }),
  version,
  created_at: time,
  updated_at: time,
});
export type FlashcardBody = z.infer<typeof flashcard>;

export const deckFields = {
  title: text(limits.deckTitle),
  description: text(limits.deckDescription),
  subject: text(limits.deckSubject),
  category: text(limits.deckCategory),
  difficulty: z.int().min(1).max(5),
};
const language = languageTag.nullable().optional();
/** Languages of the sides of a deck's cards; one that is left out stays as it is. */
const deckLanguages = { front_language: language, back_language: language };
export const cardSides = { front_text: sideText(limits.cardSide), back_text: sideText(limits.cardSide) };

const deckSorts = ['created', 'title', 'last_studied', 'difficulty', 'recent', 'due'] as const;
const difficultyText = z
  .string()
  .regex(/^[1-5]$/, 'Must be a whole number from 1 to 5.')
  .transform(Number)
  .pipe(z.int().min(1).max(5));
const deckQuery = z.object({
  ...paging,
  q: searchedText(limits.searchText).optional(),
  subject: searchedText(limits.deckSubject).optional(),
  category: searchedText(limits.deckCategory).optional(),
  difficulty: difficultyText.optional(),
  sort: z.enum(deckSorts).default('created'),
});
const cardQuery = z.object({
  ...paging,
  deck_id: idText,
  all: z.enum(['true', 'false']).default('false'),
});

const format = z
  .enum(formats)
  .optional()
  .meta({
    description: `${formatMeaning} Plain for a new card that names none; an edit that names none keeps it.`,
  });
const createDeckBody = z.strictObject({ ...deckFields, ...deckLanguages, client_id: clientId.optional() });
const updateDeckBody = z.strictObject({
  ...deckFields,
  ...deckLanguages,
  id: id.optional(),
  ...readOnly(['last_studied', 'mastery', 'is_default', 'card_count', 'version', 'created_at', 'updated_at']),
});
const addCardBody = z.strictObject({
  deck_id: id,
  ...cardSides,
  format,
  client_id: clientId.optional(),
  made_at: z.iso.datetime({ offset: true }).optional().meta({
    description:
      'When the card was made on a device without a network, at most 30 days ago; it then exists from that time on.',
  }),
});
const editCardBody = z.strictObject({
  ...cardSides,
  format,
  id: id.optional(),
  deck_id: id.optional().meta({ description: "The card's own deck: a card cannot be moved." }),
  ...readOnly(['version', 'created_at', 'updated_at']),
});

const catalogEntry = z.object({
  id,
  title: z.string(),
  subject: z.string(),
  category: z.string(),
  difficulty: z.int().min(1).max(5),
  description: z.string(),
  flashcard_count: z.int(),
  estCards: z.int(),
});
const seeded = z.object({
  created: z.array(z.object({ id, title: z.string(), catalog_id: id, flashcards: z.int() })),
  errors: z.array(z.object({ deck_id: id, error: z.string() })),
});
export const starterDeckIds = <Id extends z.ZodType>(id: Id) =>
  z.array(id).min(1, 'No deck IDs provided').max(limits.maxStarterDecks);
const seedBody = z.strictObject({ deck_ids: starterDeckIds(id) });

/** Files in which cards leave the product. */
export const exportFormats = ['apkg', 'csv', 'csv-spreadsheets', 'markdown', 'json'] as const;
export type ExportFormat = (typeof exportFormats)[number];
/** Types of these files; JSON comes in a zip archive with the pictures and sounds. */
export const exportTypes = {
  apkg: 'application/octet-stream',
  csv: 'text/csv; charset=utf-8',
  'csv-spreadsheets': 'text/csv; charset=utf-8',
  markdown: 'text/markdown; charset=utf-8',
  json: 'application/zip',
} as const satisfies Record<ExportFormat, string>;
const exportQuery = z.object({
  format: z.enum(exportFormats).meta({
    description:
      'apkg: Anki package with schedules and history. csv: RFC 4180. csv-spreadsheets: as csv, with an apostrophe before cells that a spreadsheet would run. markdown: text. json: zip archive with everything and all media.',
  }),
});
/** Building an Anki package takes some seconds before the first byte. */
const exportTimeoutMs = 60_000;
const exportRoute = {
  method: 'GET',
  owner: 'decks',
  exposure: 'public',
  access: 'learner',
  query: exportQuery,
  file: [...new Set(Object.values(exportTypes).map((type) => type.split(';', 1)[0] ?? type))],
  status: 200,
  timeoutMs: exportTimeoutMs,
} as const;

/** Sentence that programs compare, so it is never translated. */
export const noFlashcards = 'No flashcards found.';
const cardOrList = z.union([
  pageOf(flashcard).extend({ message: z.literal(noFlashcards).optional() }),
  z.object({ items: z.array(flashcard) }),
]);

const importStates = [
  'uploading',
  'reading',
  'ready',
  'running',
  'done',
  'failed',
  'undoing',
  'undone',
] as const;
export const importRun = z.object({
  id: z.uuid(),
  state: z.enum(importStates).meta({
    description:
      'reading and running go on in the background; ready waits for the learner in the web client; done, failed and undone are final.',
  }),
  file_name: z.string(),
  size: z.int(),
  received: z.int().meta({ description: 'Bytes of the file that arrived.' }),
  notes: z.int().meta({ description: 'Notes of the file; 0 until it was read.' }),
  cards: z.int().meta({ description: 'Cards of the file; 0 until it was read.' }),
  processed_notes: z.int(),
  added_cards: z.int(),
  existing_cards: z.int().meta({ description: 'Cards that the account had already.' }),
  scheduled_cards: z.int().meta({ description: 'Cards whose due day was taken over.' }),
  failure: z.string().nullable().meta({ description: 'Code of the reason; null without a failure.' }),
  deck_ids: z.array(id).meta({ description: 'Decks that received cards and are complete.' }),
  created_at: time,
  finished_at: time.nullable(),
});
export type ImportBody = z.infer<typeof importRun>;

const importQuery = z.strictObject({
  file_name: text(limits.importFileName).meta({
    description: 'With its ending, such as .apkg, .csv or .zip, which says how a text is read.',
  }),
});

export const decksRoutes = {
  createImport: defineRoute({
    operationId: 'createImport',
    method: 'POST',
    path: '/imports',
    owner: 'decks',
    exposure: 'public',
    access: 'learner',
    summary: `Import the cards of a file of at most ${limits.importRequestBytes / 1024 / 1024} MiB, sent as it is. They are added in the background, without a preview.`,
    query: importQuery,
    uploadBytes: limits.importRequestBytes,
    response: importRun,
    status: 202,
    timeoutMs: 60_000,
    write: true,
    errors: ['IMPORT_RUNNING', 'IMPORT_PIECE_MISSING', 'TOO_MANY_IMPORTS', 'IMPORTS_FULL'],
  }),
  readImport: defineRoute({
    operationId: 'readImport',
    method: 'GET',
    path: '/imports/{id}',
    owner: 'decks',
    exposure: 'public',
    access: 'learner',
    summary: 'State of an import.',
    params: z.strictObject({ id: z.uuid() }),
    response: importRun,
    status: 200,
    errors: ['IMPORT_NOT_FOUND'],
  }),
  listDecks: defineRoute({
    operationId: 'listDecks',
    method: 'GET',
    path: '/decks',
    owner: 'decks',
    exposure: 'public',
    access: 'learner',
    summary: "A page of the learner's decks.",
    query: deckQuery,
    response: pageOf(deck),
    status: 200,
  }),
  readDeck: defineRoute({
    operationId: 'readDeck',
    method: 'GET',
    path: '/decks/{id}',
    owner: 'decks',
    exposure: 'public',
    access: 'learner',
    summary: 'One deck.',
    versioned: true,
    params: idParams,
    response: deck,
    status: 200,
    errors: ['DECK_NOT_FOUND'],
  }),
  exportDeck: defineRoute({
    ...exportRoute,
    operationId: 'exportDeck',
    path: '/decks/{id}/export',
    summary: 'The cards of a deck as a file; one export at a time.',
    params: idParams,
    errors: ['DECK_NOT_FOUND'],
  }),
  exportDecks: defineRoute({
    ...exportRoute,
    operationId: 'exportDecks',
    path: '/export',
    summary: 'The cards of all decks as a file; one export at a time.',
  }),
  createDeck: defineRoute({
    operationId: 'createDeck',
    method: 'POST',
    path: '/decks',
    owner: 'decks',
    exposure: 'public',
    access: 'learner',
    summary: 'Create a deck.',
    versioned: true,
    body: createDeckBody,
    response: deck,
    status: 201,
    idempotent: true,
    write: true,
    errors: ['TOO_MANY_DECKS'],
  }),
  updateDeck: defineRoute({
    operationId: 'updateDeck',
    method: 'PUT',
    path: '/decks/{id}',
    owner: 'decks',
    exposure: 'public',
    access: 'learner',
    summary: 'Replace the five fields of a deck.',
    versioned: true,
    params: idParams,
    body: updateDeckBody,
    response: deck,
    status: 200,
    write: true,
    errors: ['DECK_NOT_FOUND', 'VERSION_CONFLICT'],
  }),
  deleteDeck: defineRoute({
    operationId: 'deleteDeck',
    method: 'DELETE',
    path: '/decks/{id}',
    owner: 'decks',
    exposure: 'public',
    access: 'learner',
    summary: 'Delete a deck with its cards.',
    versioned: true,
    params: idParams,
    status: 204,
    write: true,
    errors: ['DECK_NOT_FOUND', 'VERSION_CONFLICT'],
  }),
  listFlashcards: defineRoute({
    operationId: 'listFlashcards',
    method: 'GET',
    path: '/flashcards',
    owner: 'decks',
    exposure: 'public',
    access: 'learner',
    summary: `A page of the cards of a deck, or all of them with all=true. A deck without cards has the message '${noFlashcards}'`,
    query: cardQuery,
    response: cardOrList,
    status: 200,
    errors: ['DECK_NOT_FOUND'],
  }),
  addFlashcard: defineRoute({
    operationId: 'addFlashcard',
    method: 'POST',
    path: '/flashcards',
    owner: 'decks',
    exposure: 'public',
    access: 'learner',
    summary: 'Add a card to a deck.',
    versioned: true,
    body: addCardBody,
    response: flashcard,
    status: 201,
    idempotent: true,
    write: true,
    errors: ['DECK_NOT_FOUND', 'TOO_MANY_CARDS', 'TOO_MUCH_TEXT'],
  }),
  editFlashcard: defineRoute({
    operationId: 'editFlashcard',
    method: 'PUT',
    path: '/flashcards/{id}',
    owner: 'decks',
    exposure: 'public',
    access: 'learner',
    summary: 'Replace both sides of a card.',
    versioned: true,
    params: idParams,
    body: editCardBody,
    response: flashcard,
    status: 200,
    write: true,
    errors: ['FLASHCARD_NOT_FOUND', 'SIDES_READ_ONLY', 'TOO_MUCH_TEXT', 'VERSION_CONFLICT'],
  }),
  deleteFlashcard: defineRoute({
    operationId: 'deleteFlashcard',
    method: 'DELETE',
    path: '/flashcards/{id}',
    owner: 'decks',
    exposure: 'public',
    access: 'learner',
    summary: 'Delete a card.',
    versioned: true,
    params: idParams,
    status: 204,
    write: true,
    errors: ['FLASHCARD_NOT_FOUND', 'VERSION_CONFLICT'],
  }),
  listCatalog: defineRoute({
    operationId: 'listCatalog',
    method: 'GET',
    path: '/catalog',
    owner: 'decks',
    exposure: 'public',
    access: 'anyone',
    summary: 'Available starter decks, with titles and descriptions in the language of Accept-Language.',
    response: z.object({ catalog: z.array(catalogEntry) }),
    status: 200,
  }),
  seedCatalog: defineRoute({
    operationId: 'seedCatalog',
    method: 'POST',
    path: '/catalog/seed',
    owner: 'decks',
    exposure: 'public',
    access: 'learner',
    summary:
      'Copy starter decks to the learner, in the language of Accept-Language; 200 when all of them already exist.',
    body: seedBody,
    response: seeded,
    status: 201,
    otherStatuses: [200],
    idempotent: true,
    write: true,
  }),
};
