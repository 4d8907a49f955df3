import type { NoteTemplate, NoteType } from '@kumbuka/card-files';
import { defineCollection, field, type RowOf } from '@kumbuka/service-kit';
import mongoose, { type ClientSession, type Connection } from 'mongoose';
import type { NoteSource } from '../domain/import/imported-note.ts';
import type { NoteSourceStore, NoteTypeStore } from '../use-cases/import/ports.ts';

const sourceCollection = defineCollection({
  model: 'NoteSource',
  name: 'note_sources',
  fields: {
    /** `ownerId:guid`. */
    _id: field.text,
    ownerId: field.number,
    importId: field.text,
    guid: field.text,
    cardIds: { type: [Number], required: true },
    numbers: { type: [Number], required: true },
    flags: { type: [Number], required: true },
    type: field.text,
    fields: { type: [String], required: true },
    sourceFields: { type: [String], required: false },
    changedAt: Number,
    digest: field.text,
  },
});
type SourceRow = RowOf<typeof sourceCollection>;
sourceCollection.schema.index({ ownerId: 1, importId: 1 });
sourceCollection.schema.index({ ownerId: 1, cardIds: 1 });
const sourceIdOf = (ownerId: number, guid: string) => `${ownerId}:${guid}`;

const toSource = ({ _id, ...row }: SourceRow): NoteSource => row;
const toRow = (source: NoteSource) => ({ _id: sourceIdOf(source.ownerId, source.guid), ...source });

/** Identities of imported notes. */
export function createNoteSourceStore(
  connection: Connection,
  session: ClientSession | null = null,
): NoteSourceStore {
  const sources = sourceCollection.on(connection);
  const inSession = session ? { session } : {};

  return {
    async findByGuids(ownerId, guids) {
      if (guids.length === 0) return [];
      const _id = mongoose.trusted({ $in: guids.map((guid) => sourceIdOf(ownerId, guid)) });
      const rows = await sources.find({ _id, ownerId }).session(session).lean<SourceRow[]>();
      return rows.map(toSource);
    },
    async findByCards(ownerId, cardIds) {
      if (cardIds.length === 0) return [];
      const among = mongoose.trusted({ $in: [...cardIds] });
      const rows = await sources.find({ ownerId, cardIds: among }).session(session).lean<SourceRow[]>();
      return rows.map(toSource);
    },
    async save(saved) {
      if (saved.length === 0) return;
      await sources.collection.bulkWrite(
        saved.map(toRow).map((row) => ({
          replaceOne: { filter: { _id: row._id as never }, replacement: row, upsert: true },
        })),
        inSession,
      );
    },
    async removeOfImport(ownerId, importId) {
      await sources.deleteMany({ ownerId, importId });
    },
    async removeAll(ownerId) {
      await sources.deleteMany({ ownerId });
    },
  };
}

const typeCollection = defineCollection({
  model: 'NoteType',
  name: 'note_types',
  fields: {
    /** `ownerId:id`. */
    _id: field.text,
    ownerId: field.number,
    name: field.text,
    kind: field.text,
    fields: { type: [String], required: true },
    templates: field.objectOf<readonly NoteTemplate[]>(),
    isCloze: field.flag,
    css: { type: String, required: false },
  },
});
typeCollection.schema.index({ ownerId: 1 });
type TypeRow = RowOf<typeof typeCollection>;

const toType = ({ _id, ownerId, ...type }: TypeRow): NoteType => ({
  ...type,
  id: _id.slice(`${ownerId}:`.length),
  kind: type.kind as NoteType['kind'],
  css: type.css ?? '',
});

/** Note types of other programs. */
export function createNoteTypeStore(
  connection: Connection,
  session: ClientSession | null = null,
): NoteTypeStore {
  const types = typeCollection.on(connection);
  const inSession = session ? { session } : {};

  return {
    async keep(ownerId, kept) {
      if (kept.length === 0) return;
      await types.collection.bulkWrite(
        kept.map(({ id, ...type }) => {
          const _id = `${ownerId}:${id}` as never;
          return { replaceOne: { filter: { _id }, replacement: { ownerId, ...type }, upsert: true } };
        }),
        inSession,
      );
    },
    async list(ownerId) {
      const rows = await types.find({ ownerId }).session(session).lean<TypeRow[]>();
      return rows.map(toType);
    },
    async removeAll(ownerId) {
      await types.deleteMany({ ownerId });
    },
  };
}
