import { z } from 'zod';
import { defineEvent, type EventContract } from '../envelope.ts';
import { id, time } from './fields.ts';

const deckIds = { deckId: id, userId: id };
const cardIds = { cardId: id, deckId: id, userId: id };

const decksEvent = <Data extends z.ZodObject>(
  name: string,
  aggregate: 'deck' | 'card' | 'cards' | 'import',
  description: string,
  data: Data,
): EventContract<Data> => defineEvent('decks', name, aggregate, description, data);

/** Events in kept topics have this version, so it stays the first one (ADR 220). */
const inVersion2 = <Data extends z.ZodObject>(contract: EventContract<Data>): EventContract<Data> => ({
  ...contract,
  version: 2,
});

export const deckCreated = inVersion2(
  decksEvent(
    'deck-created',
    'deck',
    'A deck was created, copied from the catalogue when catalogId is set. With a later version than its deletion, it came back; its cards follow as card-moved.',
    z.object({ ...deckIds, catalogId: id.nullable(), createdAt: time }),
  ),
);
export const deckUpdated = inVersion2(
  decksEvent(
    'deck-updated',
    'deck',
    'Fields of a deck changed; read their values from decks.',
    z.object({
      ...deckIds,
      fields: z.array(z.enum(['title', 'description', 'subject', 'category', 'difficulty'])),
      updatedAt: time,
    }),
  ),
);
export const deckDeleted = inVersion2(
  decksEvent(
    'deck-deleted',
    'deck',
    'A deck and all its cards were deleted; no card-removed follows for them.',
    z.object({ ...deckIds, cardCount: z.int().min(0), deletedAt: time }),
  ),
);
export const cardAdded = inVersion2(
  decksEvent(
    'card-added',
    'card',
    'A card was added to a deck; noteId is that of a stored note, which may make several cards.',
    z.object({ ...cardIds, noteId: id.optional(), createdAt: time }),
  ),
);
/** Cards of one event: a consumer applies it in one short transaction. */
export const cardsPerEvent = 500;
export const cardsAdded = decksEvent(
  'cards-added',
  'cards',
  'Several cards were added to a deck together, in this order; each begins with version 1 of its own aggregate. noteIds has an entry for each card of a stored note.',
  z.object({
    ...deckIds,
    cardIds: z.array(id).min(1).max(cardsPerEvent),
    noteIds: z
      .array(z.object({ cardId: id, noteId: id }))
      .max(cardsPerEvent)
      .optional(),
    createdAt: time,
  }),
);
export const cardEdited = inVersion2(
  decksEvent(
    'card-edited',
    'card',
    'The text of a card changed; read it from decks.',
    z.object({ ...cardIds, editedAt: time }),
  ),
);
export const cardRemoved = inVersion2(
  decksEvent(
    'card-removed',
    'card',
    'A single card was removed from its deck.',
    z.object({ ...cardIds, removedAt: time }),
  ),
);
export const cardSuspensionChanged = decksEvent(
  'card-suspension-changed',
  'card',
  'A learner suspended a card, so that it is not studied, or lifted the suspension.',
  z.object({ ...cardIds, suspended: z.boolean(), changedAt: time }),
);
export const cardMoved = decksEvent(
  'card-moved',
  'card',
  'A card moved from fromDeckId to deckId, another deck of the same user, or came back to the same deck after a deletion; it keeps its id and its history.',
  z.object({
    ...cardIds,
    fromDeckId: id,
    noteId: id.optional(),
    suspended: z.boolean(),
    createdAt: time,
    movedAt: time,
  }),
);

export const importFinished = decksEvent(
  'import-finished',
  'import',
  'An import of a file ended. A failed one may have added cards; its reason is a code. Undoing it is told by the events of decks and cards.',
  z.object({
    importId: z.uuid(),
    userId: id,
    outcome: z.enum(['done', 'failed']),
    failure: z.string().nullable(),
    cardsAdded: z.int().min(0),
    cardsExisting: z.int().min(0),
    cardsScheduled: z.int().min(0),
    /** When its cards began to be added, or its file to be read; absent in events of older releases. */
    startedAt: time.optional(),
    finishedAt: time,
  }),
);

export const decksEvents = [
  deckCreated,
  deckUpdated,
  deckDeleted,
  cardAdded,
  cardsAdded,
  cardEdited,
  cardRemoved,
  cardSuspensionChanged,
  cardMoved,
  importFinished,
] as const;
