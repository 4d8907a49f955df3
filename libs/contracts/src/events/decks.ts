import { z } from 'zod';
import { defineEvent } from '../envelope.ts';
import { id, time } from './fields.ts';

const deckFields = { deckId: id, ownerId: id };
const cardFields = { cardId: id, deckId: id, ownerId: id };

export const deckCreated = defineEvent(
  'decks',
  'deck-created',
  'deck',
  'A deck was created, copied from the catalogue when catalogId is set.',
  z.object({ ...deckFields, catalogId: id.nullable(), createdAt: time }),
);
export const deckUpdated = defineEvent(
  'decks',
  'deck-updated',
  'deck',
  'Fields of a deck changed; read their values from decks.',
  z.object({
    ...deckFields,
    fields: z.array(z.enum(['title', 'description', 'subject', 'category', 'difficulty'])),
    updatedAt: time,
  }),
);
export const deckDeleted = defineEvent(
  'decks',
  'deck-deleted',
  'deck',
  'A deck and all its cards were deleted; no card-removed follows for them.',
  z.object({ ...deckFields, cardCount: z.int().min(0), deletedAt: time }),
);
export const cardAdded = defineEvent(
  'decks',
  'card-added',
  'card',
  'A card was added to a deck.',
  z.object({ ...cardFields, createdAt: time }),
);
export const cardEdited = defineEvent(
  'decks',
  'card-edited',
  'card',
  'The text of a card changed; read it from decks.',
  z.object({ ...cardFields, editedAt: time }),
);
export const cardRemoved = defineEvent(
  'decks',
  'card-removed',
  'card',
  'A single card was removed from its deck.',
  z.object({ ...cardFields, removedAt: time }),
);

export const decksEvents = [
  deckCreated,
  deckUpdated,
  deckDeleted,
  cardAdded,
  cardEdited,
  cardRemoved,
] as const;
