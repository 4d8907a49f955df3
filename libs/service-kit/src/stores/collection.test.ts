import mongoose from 'mongoose';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { defineCollection, defineKinds, field, type KindOf, type RowOf } from './collection.ts';

const notes = defineCollection({
  model: 'Note',
  name: 'notes',
  fields: {
    _id: field.number,
    title: field.text,
    isRead: field.flag,
    createdAt: field.date,
    readAt: field.dateOrNull,
    state: field.oneOf(['open', 'done']),
    color: { type: String, default: 'white' },
    flagged: Boolean,
    rank: { ...field.numberOrNull, required: false },
    tags: [String],
    lines: [{ _id: false, text: field.text, source: field.textOrNull }],
    counts: field.objectOf<Record<string, number>>(),
  },
});

interface Note {
  _id: number;
  title: string;
  isRead: boolean;
  createdAt: Date;
  readAt: Date | null;
  state: 'open' | 'done';
  color: string;
  flagged?: boolean;
  rank?: number | null;
  tags: readonly string[];
  lines: readonly { text: string; source: string | null }[];
  counts: Record<string, number>;
}

describe('a collection', () => {
  it('the type of a document has each field that is required, has a default or is a list', () => {
    expectTypeOf<RowOf<typeof notes>>().toEqualTypeOf<Note>();
  });

  it('a new document has the defaults of absent fields', async () => {
    const Notes = notes.on(mongoose.createConnection());
    const note = new Notes({
      _id: 1,
      title: 'Capitals',
      isRead: false,
      createdAt: new Date(0),
      state: 'open',
      lines: [{ text: 'Nairobi' }],
      counts: { words: 1 },
    });
    await note.validate();
    expect(note.toObject()).toEqual({
      _id: 1,
      title: 'Capitals',
      isRead: false,
      createdAt: new Date(0),
      readAt: null,
      state: 'open',
      color: 'white',
      rank: null,
      tags: [],
      lines: [{ text: 'Nairobi', source: null }],
      counts: { words: 1 },
    });
  });

  it('an undeclared field is rejected', () => {
    const Notes = notes.on(mongoose.createConnection());
    expect(() => new Notes({ _id: 1, owner: 2 })).toThrow(mongoose.Error.StrictModeError);
  });

  it('has one model per connection', () => {
    const [one, other] = [mongoose.createConnection(), mongoose.createConnection()];
    expect(notes.on(one)).toBe(notes.on(one));
    expect(notes.on(one)).not.toBe(notes.on(other));
    expect(notes.on(one).collection.collectionName).toBe('notes');
  });
});

const entries = defineKinds({
  model: 'Entry',
  name: 'entries',
  fields: { _id: field.text, ownerId: field.number },
  kinds: {
    answer: {
      model: 'AnswerEntry',
      fields: {
        recall: field.orNull({ type: Number }),
        days: field.pairs,
        place: { ...field.orNull(field.partOf({ deckId: field.number })), required: false },
        cards: field.partsOf({ cardId: field.number }),
      },
    },
    undo: { model: 'UndoEntry', fields: { undoes: field.text } },
  },
});

interface Answer {
  _id: string;
  ownerId: number;
  kind: 'answer';
  recall: number | null;
  days: readonly (readonly [number, number])[];
  place?: { deckId: number } | null;
  cards: readonly { cardId: number }[];
}

describe('a collection of several kinds', () => {
  it('a document of a kind has the common fields, its own and the name of the kind', () => {
    expectTypeOf<KindOf<typeof entries, 'answer'>>().toEqualTypeOf<Answer>();
    expectTypeOf<RowOf<typeof entries>['kind']>().toEqualTypeOf<'answer' | 'undo'>();
  });

  it('a field that may be null gets no default', () => {
    const Answers = entries.kindOn('answer', mongoose.createConnection());
    expect(new Answers({ _id: 'a', ownerId: 1 }).toObject()).toEqual({
      _id: 'a',
      ownerId: 1,
      kind: 'answer',
      days: [],
      cards: [],
    });
  });

  it('a field of another kind, or an undeclared field of a part, is rejected', async () => {
    const connection = mongoose.createConnection();
    const Answers = entries.kindOn('answer', connection);
    expect(() => new Answers({ _id: 'a', undoes: 'b' })).toThrow(mongoose.Error.StrictModeError);
    const answer = new Answers({ _id: 'a', ownerId: 1, cards: [{ cardId: 1, front: 'x' }] });
    await expect(answer.validate()).rejects.toThrow(/StrictModeError/);
  });

  it('a connection has one model per kind, and all use one collection', () => {
    const [one, other] = [mongoose.createConnection(), mongoose.createConnection()];
    expect(entries.kindOn('undo', one)).toBe(entries.kindOn('undo', one));
    expect(entries.kindOn('undo', one)).not.toBe(entries.kindOn('undo', other));
    expect(entries.kindOn('undo', one).collection.collectionName).toBe('entries');
    expect(entries.on(one).discriminators).toMatchObject({ UndoEntry: entries.kindOn('undo', one) });
  });
});
