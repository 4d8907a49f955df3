import mongoose from 'mongoose';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { defineCollection, field, type RowOf } from './collection.ts';

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
  tags: string[];
  lines: { text: string; source: string | null }[];
  counts: Record<string, number>;
}

describe('a collection', () => {
  it('a document has the type of its fields: what is required, has a default or is a list is present', () => {
    expectTypeOf<RowOf<typeof notes>>().toEqualTypeOf<Note>();
  });

  it('a new document has the defaults of the fields that are left out', async () => {
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

  it('a field that its collection does not declare is refused', () => {
    const Notes = notes.on(mongoose.createConnection());
    expect(() => new Notes({ _id: 1, owner: 2 })).toThrow(mongoose.Error.StrictModeError);
  });

  it('a collection has one model per connection', () => {
    const [one, other] = [mongoose.createConnection(), mongoose.createConnection()];
    expect(notes.on(one)).toBe(notes.on(one));
    expect(notes.on(one)).not.toBe(notes.on(other));
    expect(notes.on(one).collection.collectionName).toBe('notes');
  });
});
