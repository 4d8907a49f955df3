import { formats, plainFormat } from '@kumbuka/contracts';
import { defineCollection, field, insertRow, insertRows, type RowOf } from '@kumbuka/service-kit';
import mongoose, { type ClientSession, type Connection } from 'mongoose';
import type { Note } from '../domain/note.ts';
import type { NoteStore } from '../use-cases/ports.ts';
import { createUseNoter } from './media-rows.ts';
import { clientIdIndex, uniqueClientIds, withClientIds } from './client-ids.ts';

export const noteCollection = defineCollection({
  model: 'Note',
  name: 'notes',
  fields: {
    _id: field.number,
    ownerId: field.number,
    /** Absent unless the client chose one. */
    clientId: String,
    kind: field.text,
    /** Absent in rows written before it existed. */
    format: { ...field.oneOf(formats), required: false },
    fields: { type: [String], required: true },
    tags: { type: [String], required: true },
    version: field.number,
    /** Number of removals of its cards; concurrent ones conflict on it, so that the last one removes the note. */
    removals: field.number,
    createdAt: field.date,
    updatedAt: field.date,
  },
});
export type NoteRow = RowOf<typeof noteCollection>;
noteCollection.schema.index({ ownerId: 1 });
noteCollection.schema.index(clientIdIndex, uniqueClientIds);

const toRow = ({ id, fields, tags, ...note }: Note): NoteRow => ({
  _id: id,
  ...note,
  fields: [...fields],
  tags: [...tags],
  removals: 0,
});
const toNote = ({ _id, removals: _removals, format = plainFormat, ...row }: NoteRow): Note => ({
  id: _id,
  format,
  ...row,
});

/** Notes that make several cards, or cards with other texts than their fields. */
export function createNoteStore(connection: Connection, session: ClientSession | null = null): NoteStore {
  const notes = noteCollection.on(connection);
  const inSession = session ? { session } : {};
  const noteUsed = createUseNoter(connection, session);
  const among = (ids: readonly number[]) => mongoose.trusted({ $in: [...ids] });

  return {
    async findMany(ownerId, ids) {
      const rows = await notes
        .find({ _id: among(ids), ownerId })
        .session(session)
        .lean<NoteRow[]>();
      return rows.map(toNote);
    },
    async findByClientId(ownerId, clientId) {
      const row = await notes
        .findOne(withClientIds<NoteRow>(ownerId, [clientId]))
        .session(session)
        .lean<NoteRow>();
      return row && toNote(row);
    },
    async insert(note) {
      await insertRow(notes, toRow(note), inSession);
      await noteUsed(note.ownerId, note.fields);
    },
    async insertMany(added) {
      await insertRows(notes, added.map(toRow), inSession);
      await noteUsed(
        added[0]?.ownerId ?? 0,
        added.flatMap((note) => note.fields),
      );
    },
    async save({ id, ownerId, fields, tags, format, updatedAt, version }) {
      const change = { fields: [...fields], tags: [...tags], format, updatedAt, version };
      await notes.updateOne({ _id: id, ownerId }, { $set: change }, inSession);
      await noteUsed(ownerId, fields);
    },
    async claim(ownerId, ids) {
      await notes.updateMany({ _id: among(ids), ownerId }, { $inc: { removals: 1 } }, inSession);
    },
    async removeMany(ownerId, ids) {
      await notes.deleteMany({ _id: among(ids), ownerId }, inSession);
    },
    async removeAll(ownerId) {
      await notes.deleteMany({ ownerId });
    },
  };
}
