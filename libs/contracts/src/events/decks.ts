import { z } from 'zod';
import { defineEvent, nextVersion } from '../envelope.ts';
import { id, time } from './fields.ts';

/** Version 1 of these events named the user `ownerId`, unlike all other events (ADR 138). */
const withUserId = <Data extends { ownerId: number }>({ ownerId, ...data }: Data) => ({
  ...data,
  userId: ownerId,
});

const deckV1 = { deckId: id, ownerId: id };
const deckV2 = { deckId: id, userId: id };
const cardV1 = { cardId: id, deckId: id, ownerId: id };
const cardV2 = { cardId: id, deckId: id, userId: id };

const deckCreatedFields = { catalogId: id.nullable(), createdAt: time };
const deckCreatedV1 = defineEvent(
  'decks',
  'deck-created',
  'deck',
  'A deck was created, copied from the catalogue when catalogId is set.',
  z.object({ ...deckV1, ...deckCreatedFields }),
);
export const deckCreated = nextVersion(
  deckCreatedV1,
  z.object({ ...deckV2, ...deckCreatedFields }),
  withUserId,
);

const deckUpdatedFields = {
  fields: z.array(z.enum(['title', 'description', 'subject', 'category', 'difficulty'])),
  updatedAt: time,
};
const deckUpdatedV1 = defineEvent(
  'decks',
  'deck-updated',
  'deck',
  'Fields of a deck changed; read their values from decks.',
  z.object({ ...deckV1, ...deckUpdatedFields }),
);
export const deckUpdated = nextVersion(
  deckUpdatedV1,
  z.object({ ...deckV2, ...deckUpdatedFields }),
  withUserId,
);

const deckDeletedFields = { cardCount: z.int().min(0), deletedAt: time };
const deckDeletedV1 = defineEvent(
  'decks',
  'deck-deleted',
  'deck',
  'A deck and all its cards were deleted; no card-removed follows for them.',
  z.object({ ...deckV1, ...deckDeletedFields }),
);
export const deckDeleted = nextVersion(
  deckDeletedV1,
  z.object({ ...deckV2, ...deckDeletedFields }),
  withUserId,
);

const cardAddedFields = { createdAt: time };
const cardAddedV1 = defineEvent(
  'decks',
  'card-added',
  'card',
  'A card was added to a deck.',
  z.object({ ...cardV1, ...cardAddedFields }),
);
export const cardAdded = nextVersion(cardAddedV1, z.object({ ...cardV2, ...cardAddedFields }), withUserId);

const cardEditedFields = { editedAt: time };
const cardEditedV1 = defineEvent(
  'decks',
  'card-edited',
  'card',
  'The text of a card changed; read it from decks.',
  z.object({ ...cardV1, ...cardEditedFields }),
);
export const cardEdited = nextVersion(cardEditedV1, z.object({ ...cardV2, ...cardEditedFields }), withUserId);

const cardRemovedFields = { removedAt: time };
const cardRemovedV1 = defineEvent(
  'decks',
  'card-removed',
  'card',
  'A single card was removed from its deck.',
  z.object({ ...cardV1, ...cardRemovedFields }),
);
export const cardRemoved = nextVersion(
  cardRemovedV1,
  z.object({ ...cardV2, ...cardRemovedFields }),
  withUserId,
);

export const cardSuspensionChanged = defineEvent(
  'decks',
  'card-suspension-changed',
  'card',
  'A learner suspended a card, so that it is not studied, or lifted the suspension.',
  z.object({ ...cardV2, suspended: z.boolean(), changedAt: time }),
);

export const cardMoved = defineEvent(
  'decks',
  'card-moved',
  'card',
  'A card moved from fromDeckId to deckId, another deck of the same user; it keeps its id and its history.',
  z.object({ ...cardV2, fromDeckId: id, suspended: z.boolean(), createdAt: time, movedAt: time }),
);

export const decksEvents = [
  deckCreatedV1,
  deckUpdatedV1,
  deckDeletedV1,
  cardAddedV1,
  cardEditedV1,
  cardRemovedV1,
  deckCreated,
  deckUpdated,
  deckDeleted,
  cardAdded,
  cardEdited,
  cardRemoved,
  cardSuspensionChanged,
  cardMoved,
] as const;
