import { z } from 'zod';
import { idParams, idText } from '../rest/common.ts';
import { defineRoute } from '../rest/route.ts';

const id = z.int().positive();

const cardOwner = z.object({
  cardId: id,
  deckId: id,
  ownerId: id,
  createdAt: z.iso.datetime(),
  cardVersion: z.int().positive(),
});
export type CardOwner = z.infer<typeof cardOwner>;

const deckOwner = z.object({
  deckId: id,
  ownerId: id,
  createdAt: z.iso.datetime(),
  deckVersion: z.int().positive(),
});
export type DeckOwner = z.infer<typeof deckOwner>;

/** Where a page of ownership begins: at a deck, behind one of its cards where the page before ended in the middle. */
const ownershipCursor = z.string().regex(/^\d{1,16}(\.\d{1,16}\.\d{1,16})?$/, 'Must be a cursor.');

const owners = z.object({
  owners: z.array(z.object({ ownerId: id, erased: z.boolean() })),
  /** The owner to go on after; null at the end. */
  next: id.nullable(),
});
export type Owners = z.infer<typeof owners>;

const ownership = z.object({
  /** Decks that begin on this page, by id. */
  decks: z.array(
    deckOwner.extend({
      /** Version of the progress that decks was told last; 0 before the first. */
      progressVersion: z.int().min(0),
    }),
  ),
  /** Cards of these decks and of the one that began on a page before. */
  cards: z.array(cardOwner),
  next: ownershipCursor.nullable(),
});
export type OwnershipPage = z.infer<typeof ownership>;

const shared = { owner: 'decks', exposure: 'internal', access: 'process' } as const;

export const decksInternalRoutes = {
  readCardOwner: defineRoute({
    ...shared,
    operationId: 'readCardOwner',
    method: 'GET',
    path: '/internal/cards/{id}',
    summary: 'Owner and deck of a card.',
    params: idParams,
    answer: cardOwner,
    status: 200,
    errors: ['FLASHCARD_NOT_FOUND'],
  }),
  readDeckOwner: defineRoute({
    ...shared,
    operationId: 'readDeckOwner',
    method: 'GET',
    path: '/internal/decks/{id}',
    summary: 'Owner of a deck.',
    params: idParams,
    answer: deckOwner,
    status: 200,
    errors: ['DECK_NOT_FOUND'],
  }),
  listOwners: defineRoute({
    ...shared,
    operationId: 'listOwners',
    method: 'GET',
    path: '/internal/owners',
    summary: 'Everybody who ever had a deck, by id.',
    query: z.strictObject({ after: idText.optional() }),
    answer: owners,
    status: 200,
  }),
  listOwnership: defineRoute({
    ...shared,
    operationId: 'listOwnership',
    method: 'GET',
    path: '/internal/owners/{id}/ownership',
    summary: 'What there is of an owner: decks and cards, page by page.',
    params: idParams,
    query: z.strictObject({ after: ownershipCursor.optional() }),
    answer: ownership,
    status: 200,
  }),
};
