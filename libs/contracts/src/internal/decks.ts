import { z } from 'zod';
import { idParams } from '../rest/common.ts';
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
};
