import { formats, plainFormat, type Format } from '@kumbuka/contracts';
import { plainKind } from '@kumbuka/contracts/kinds';
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
    // Absent in a plain card, which holds its note itself and so costs no more than its two sides.
    kind: String,
    format: { ...field.oneOf(formats), required: false },
    noteId: Number,
    number: Number,
    tags: { type: [String], required: false },
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
/** Rows of stored notes alone; plain cards cost nothing in these indexes. */
export const isStoredNote: object = { $type: 'number' };
const ofStoredNotes = { partialFilterExpression: { noteId: isStoredNote } };
const cardsOfNoteIndex = { ownerId: 1, noteId: 1 } as const;
export const notesOfDeckIndex = { ownerId: 1, deckId: 1, noteId: 1 } as const;
cardCollection.schema.index(cardsOfNoteIndex, ofStoredNotes);
cardCollection.schema.index(notesOfDeckIndex, ofStoredNotes);
cardCollection.schema.index(clientIdIndex, uniqueClientIds);

/** Fields of the note that differ from those of a plain card. */
const noteFields = ({ kind, format, noteId, number, tags }: Card) => ({
  ...(kind === plainKind.id ? {} : { kind }),
  ...(format === plainFormat ? {} : { format }),
  ...(noteId === null ? {} : { noteId, number }),
  ...(tags.length === 0 ? {} : { tags }),
});

/** Change of a row; a plain card has no format. */
export const withFormat = <Change extends object>(format: Format, change: Change) =>
  format === plainFormat ? { $set: change, $unset: { format: 1 } as const } : { $set: { ...change, format } };

export const toRow = ({ id, kind, format, noteId, number, tags, ...card }: Card): CardRow => ({
  _id: id,
  ...card,
  ...noteFields({ id, kind, format, noteId, number, tags, ...card }),
});
export const toCard = ({
  _id,
  suspended = false,
  flagged = false,
  kind = plainKind.id,
  format = plainFormat,
  number = 1,
  tags = [],
  ...row
}: CardRow): Card => ({
  id: _id,
  ...row,
  kind,
  format,
  noteId: row.noteId ?? null,
  number,
  tags,
  suspended,
  flagged,
});
