import { z } from 'zod';
import { generation, limits } from '../constants.ts';
import { mediaName } from '../media.ts';
import { idParams, idText, text } from '../rest/fields.ts';
import { defineRoute } from '../rest/route.ts';

const id = z.int().positive();
const time = z.iso.datetime();

const cardOwner = z.object({
  cardId: id,
  deckId: id,
  ownerId: id,
  createdAt: z.iso.datetime(),
  cardVersion: z.int().positive(),
  /** Absent in responses of older releases, which had no suspended cards. */
  suspended: z.boolean().default(false),
  /** Stored note that made it; `null` for a card that holds its note itself. */
  noteId: id.nullable().default(null),
});
export type CardOwner = z.infer<typeof cardOwner>;

const deckOwner = z.object({
  deckId: id,
  ownerId: id,
  createdAt: z.iso.datetime(),
  deckVersion: z.int().positive(),
});
export type DeckOwner = z.infer<typeof deckOwner>;

/** Start of a page: a deck, and a card of it when the previous page ended inside. */
const ownershipCursor = z.string().regex(/^\d{1,16}(\.\d{1,16}\.\d{1,16})?$/, 'Must be a cursor.');

const owners = z.object({
  owners: z.array(z.object({ ownerId: id, erased: z.boolean() })),
  /** Cursor of the next page; `null` at the end. */
  next: id.nullable(),
});
export type Owners = z.infer<typeof owners>;

const ownership = z.object({
  /** Decks that begin on this page, by id. */
  decks: z.array(
    deckOwner.extend({
      /** Version of the stored progress; 0 before the first update. */
      progressVersion: z.int().min(0),
      /** Catalogue deck that it was copied from; absent in responses of older releases. */
      catalogId: id.nullable().default(null),
    }),
  ),
  /** Cards of these decks, and of one that began on an earlier page. */
  cards: z.array(cardOwner),
  next: ownershipCursor.nullable(),
});
export type OwnershipPage = z.infer<typeof ownership>;

/** Number of fronts per page. */
export const frontsPerPage = 500;
const fronts = z.object({ fronts: z.array(z.string()), hasNext: z.boolean() });

const generatedSide = text(generation.cardSide);
const generatedCards = z.strictObject({
  ownerId: id,
  generationId: id,
  cards: z
    .array(z.strictObject({ front: generatedSide, back: generatedSide }))
    .min(1)
    .max(generation.maxCards),
});
const insertedCards = z.object({ inserted: z.int().min(0), cardIds: z.array(id) });
export type CardsInserted = z.infer<typeof insertedCards>;

/** Import as operators see it: numbers and codes, no name or text of a learner. */
const importOfOperators = z.object({
  id: z.uuid(),
  userId: id,
  state: z.string(),
  /** What the file was read as; `null` until it was read. */
  format: z.string().nullable(),
  bytes: z.int().min(0),
  cards: z.int().min(0),
  added: z.int().min(0),
  /** Notes of the file that were processed. */
  processed: z.int().min(0),
  /** Kind of the failure. */
  failure: z.string().nullable(),
  createdAt: time,
  finishedAt: time.nullable(),
});
const importsOfOperators = z.object({ imports: z.array(importOfOperators) });
export type ImportsOfOperators = z.infer<typeof importsOfOperators>;

const shared = { owner: 'decks', exposure: 'internal', access: 'process' } as const;

export const decksInternalRoutes = {
  listImportRuns: defineRoute({
    ...shared,
    operationId: 'listImportRuns',
    method: 'GET',
    path: '/internal/imports',
    summary: 'The latest imports of all learners, newest first, at most 100; on request only failed ones.',
    query: z.strictObject({ failed: z.enum(['true', 'false']).optional(), user: idText.optional() }),
    response: importsOfOperators,
    status: 200,
  }),
  readCardOwner: defineRoute({
    ...shared,
    operationId: 'readCardOwner',
    method: 'GET',
    path: '/internal/cards/{id}',
    summary: 'Owner and deck of a card.',
    params: idParams,
    response: cardOwner,
    status: 200,
    errors: ['FLASHCARD_NOT_FOUND'],
  }),
  readMedia: defineRoute({
    ...shared,
    operationId: 'readMedia',
    method: 'GET',
    path: '/internal/media/{name}',
    summary: 'Bytes of a picture or sound, in base64.',
    params: z.strictObject({ name: z.string().regex(mediaName) }),
    response: z.object({ data: z.string() }),
    status: 200,
    errors: ['MEDIA_NOT_FOUND'],
  }),
  readDeckOwner: defineRoute({
    ...shared,
    operationId: 'readDeckOwner',
    method: 'GET',
    path: '/internal/decks/{id}',
    summary: 'Owner of a deck.',
    params: idParams,
    response: deckOwner,
    status: 200,
    errors: ['DECK_NOT_FOUND'],
  }),
  listOwners: defineRoute({
    ...shared,
    operationId: 'listOwners',
    method: 'GET',
    path: '/internal/owners',
    summary: 'Ids of all users who ever had a deck.',
    query: z.strictObject({ after: idText.optional() }),
    response: owners,
    status: 200,
  }),
  listOwnership: defineRoute({
    ...shared,
    operationId: 'listOwnership',
    method: 'GET',
    path: '/internal/owners/{id}/ownership',
    summary: 'Decks and cards of an owner, in pages.',
    params: idParams,
    query: z.strictObject({ after: ownershipCursor.optional() }),
    response: ownership,
    status: 200,
  }),
  listFronts: defineRoute({
    ...shared,
    operationId: 'listFronts',
    method: 'GET',
    path: '/internal/decks/{id}/fronts',
    summary: "The fronts of the cards of an owner's deck, oldest first, page by page.",
    params: idParams,
    query: z.strictObject({ ownerId: idText, page: idText }),
    response: fronts,
    status: 200,
    errors: ['DECK_NOT_FOUND'],
  }),
  insertGeneratedCards: defineRoute({
    ...shared,
    operationId: 'insertCardsOfGeneration',
    method: 'POST',
    path: '/internal/decks/{id}/cards',
    summary: "Adds the cards of a generation to an owner's deck, once; a repeat gets the first response.",
    params: idParams,
    body: generatedCards,
    bodyBytes: limits.generationBodyBytes,
    response: insertedCards,
    status: 200,
    errors: ['DECK_NOT_FOUND', 'TOO_MANY_CARDS', 'TOO_MUCH_TEXT'],
  }),
};
