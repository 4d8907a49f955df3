import { z } from 'zod';
import { defineEvent } from '../envelope.ts';
import { id, time } from './fields.ts';

const deckFields = { deckId: id, ownerId: id };
const cardFields = { cardId: id, deckId: id, ownerId: id };

export const deckCreated = defineEvent(
  'decks',
  'deck-created',
  'deck',
  'A learner has a new deck, from the catalogue when catalogId is set.',
  z.object({ ...deckFields, catalogId: id.nullable(), createdAt: time }),
);
export const deckUpdated = defineEvent(
  'decks',
  'deck-updated',
  'deck',
  'Facts of a deck changed; ask decks for their values.',
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
  'A deck and all its cards are gone; no card-removed follows for them.',
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
  'The text of a card changed; ask decks for it.',
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
