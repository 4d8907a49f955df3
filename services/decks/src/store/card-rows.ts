import { defineCollection, field, type RowOf } from '@kumbuka/service-kit';
import type { Card } from '../domain/card.ts';
import { clientIdIndex, uniqueClientIds } from './client-ids.ts';

export const cardCollection = defineCollection({
  model: 'Flashcard',
  name: 'flashcards',
  fields: {
    _id: field.number,
    ownerId: field.number,
    deckId: field.number,
    /** Absent unless the client chose one. */
    clientId: String,
    front: field.text,
    back: field.text,
    version: field.number,
    createdAt: field.date,
    updatedAt: field.date,
    // The marks are absent in rows written before they existed.
    suspended: Boolean,
    flagged: Boolean,
  },
});
export type CardRow = RowOf<typeof cardCollection>;

export const oldestFirst = { createdAt: 1, _id: 1 } as const;
export const cardsOfDeckIndex = { ownerId: 1, deckId: 1, ...oldestFirst } as const;
cardCollection.schema.index(cardsOfDeckIndex);
cardCollection.schema.index(clientIdIndex, uniqueClientIds);

export const toRow = ({ id, ...card }: Card): CardRow => ({ _id: id, ...card });
export const toCard = ({ _id, suspended = false, flagged = false, ...row }: CardRow): Card => ({
  id: _id,
  ...row,
  suspended,
  flagged,
});
