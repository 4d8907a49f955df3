import {
  defineCollection,
  field,
  insertRow,
  isDuplicateKey,
  staleBeat,
  type RowOf,
} from '@kumbuka/service-kit';
import mongoose, { type ClientSession, type Connection } from 'mongoose';
import type { CardFileHead } from '@kumbuka/card-files';
import { ImportRunning } from '../domain/errors.ts';
import {
  importStates,
  keepingStates,
  workingStates,
  type ImportCounts,
  type ImportOptions,
  type ImportPart,
  type ImportRun,
  type ImportState,
  type Restoration,
} from '../domain/import/import-run.ts';
import type { ImportKey, ImportStore } from '../use-cases/import/ports.ts';

const collection = defineCollection({
  model: 'Import',
  name: 'imports',
  fields: {
    _id: field.text,
    ownerId: field.number,
    fileName: field.text,
    size: field.number,
    received: field.number,
    modifiedAt: field.number,
    state: field.oneOf(importStates),
    /** Present while the import is open; unique per owner. */
    isOpen: Boolean,
    options: field.objectOf<ImportOptions>(),
    head: field.orNull({ ...field.objectOf<CardFileHead>(), required: false }),
    counts: field.objectOf<ImportCounts>(),
    parts: field.objectOf<readonly ImportPart[]>(),
    // Absent in rows of older releases.
    restoration: field.orNull({ ...field.objectOf<Restoration>(), required: false }),
    /** What happens to each note; one byte each. */
    decisions: { type: Buffer, required: false },
    cursor: field.number,
    failure: field.textOrNull,
    attempts: field.number,
    beatAt: field.date,
    createdAt: field.date,
    changedAt: field.date,
    finishedAt: field.dateOrNull,
  },
});
type ImportRow = RowOf<typeof collection>;
const { schema } = collection;
schema.index({ ownerId: 1, createdAt: -1 });
schema.index({ ownerId: 1 }, { unique: true, name: 'open', partialFilterExpression: { isOpen: true } });
schema.index({ state: 1, beatAt: 1 });
schema.index({ state: 1, changedAt: 1 });
schema.index({ createdAt: 1 });

const openStates: readonly ImportState[] = [...keepingStates, 'undoing'];
const idleMs = 15_000;
/** The plan is read only by the process that works on it. */
const withoutDecisions = { decisions: 0 } as const;

const toRun = ({
  _id,
  isOpen: _open,
  decisions: _decisions,
  attempts: _attempts,
  beatAt: _beat,
  ...row
}: ImportRow): ImportRun => ({
  id: _id,
  ...row,
  head: row.head ?? null,
  restoration: row.restoration ?? null,
});

const openness = (state: ImportState | undefined) => {
  if (state === undefined) return {};
  return openStates.includes(state) ? { $set: { isOpen: true } } : { $unset: { isOpen: 1 as const } };
};
const increments = (added: Partial<ImportCounts>) =>
  Object.fromEntries(Object.entries(added).map(([name, count]) => [`counts.${name}`, count]));
const among = <Value>(values: readonly Value[]) => mongoose.trusted({ $in: [...values] });

/** Imports; with a session, calls join its transaction. */
export function createImportStore(connection: Connection, session: ClientSession | null = null): ImportStore {
  const imports = collection.on(connection);
  const inSession = session ? { session } : {};
  const change = async (filter: object, update: object): Promise<boolean> => {
    const { modifiedCount } = await imports.updateOne(filter, update, inSession);
    return modifiedCount > 0;
  };
  const keyOf = ({ ownerId, id }: ImportKey) => ({ _id: id, ownerId });

  return {
    async find(ownerId, id) {
      const row = await imports
        .findOne({ _id: id, ownerId }, withoutDecisions)
        .session(session)
        .lean<ImportRow>();
      return row && toRun(row);
    },
    async latest(ownerId, limit) {
      const rows = await imports
        .find({ ownerId }, withoutDecisions)
        .sort({ createdAt: -1 })
        .limit(limit)
        .lean<ImportRow[]>();
      return rows.map(toRun);
    },
    async latestOfAll({ failed, ownerId }, limit) {
      const only = { ...(failed ? { state: 'failed' as const } : {}), ...(ownerId ? { ownerId } : {}) };
      const rows = await imports
        .find(only, withoutDecisions)
        .sort({ createdAt: -1 })
        .limit(limit)
        .lean<ImportRow[]>();
      return rows.map(toRun);
    },
    countSince: (ownerId, since) =>
      imports.countDocuments({ ownerId, createdAt: mongoose.trusted({ $gte: since }) }).exec(),
    async keptBytes() {
      const rows = await imports
        .find({ state: among(keepingStates) }, { state: 1, size: 1, received: 1 })
        .lean<Pick<ImportRow, 'state' | 'size' | 'received'>[]>();
      return rows.reduce(
        (sum, { state, size, received }) => sum + (state === 'uploading' ? received : size),
        0,
      );
    },
    async insert({ id, parts, ...run }) {
      const row = { _id: id, ...run, parts: [...parts], isOpen: true, attempts: 0, beatAt: run.createdAt };
      try {
        await insertRow(imports, row, inSession);
      } catch (error) {
        throw isDuplicateKey(error) ? new ImportRunning() : error;
      }
    },
    receive: (key, from, to, at) =>
      change(
        { ...keyOf(key), state: 'uploading', received: from },
        { $set: { received: to, changedAt: at } },
      ),
    async giveBack(key, to) {
      const filter = { ...keyOf(key), state: 'uploading', received: mongoose.trusted({ $gt: to }) };
      await change(filter, { $set: { received: to } });
    },
    async move(key, from, { ...set }) {
      const { $set: open = {}, $unset } = { ...openness(set.state) } as { $set?: object; $unset?: object };
      const beat = set.changedAt ? { beatAt: set.changedAt, attempts: 0 } : {};
      const row = await imports
        .findOneAndUpdate(
          { ...keyOf(key), state: among(from) },
          { $set: { ...set, ...open, ...beat }, ...($unset ? { $unset } : {}) },
          { ...inSession, returnDocument: 'after', projection: withoutDecisions },
        )
        .lean<ImportRow>();
      return row && toRun(row);
    },
    savePlan: (key, { parts, decisions, restoration }) =>
      change(
        { ...keyOf(key), state: 'running', cursor: 0 },
        {
          $set: {
            parts: [...parts],
            decisions: Buffer.from(decisions),
            restoration,
            'counts.added': 0,
          },
        },
      ),
    async decisions(key) {
      const row = await imports.collection.findOne<{ decisions?: { buffer: Uint8Array } }>(
        keyOf(key) as object,
        {
          projection: { decisions: 1 },
          ...inSession,
        },
      );
      return new Uint8Array(row?.decisions?.buffer ?? []);
    },
    advance: (key, from, to, added) =>
      change(
        { ...keyOf(key), state: 'running', cursor: from },
        { $set: { cursor: to, attempts: 0 }, $inc: increments(added) },
      ),
    movePart: (key, index, from, to) =>
      change(
        { ...keyOf(key), [`parts.${index}.state`]: from },
        { $set: { [`parts.${index}.state`]: to, attempts: 0 } },
      ),
    async addCounts(key, added) {
      await change(keyOf(key), { $inc: increments(added) });
    },
    async addReports(key, reports) {
      await change(keyOf(key), { $push: { 'head.reports': { $each: [...reports] } } });
    },
    async beat(key, at) {
      await change(keyOf(key), { $set: { beatAt: at } });
    },
    async claimIdle(now) {
      const filter = { state: among(workingStates), ...staleBeat(now, idleMs) };
      const rows = await imports
        .find(filter, { ownerId: 1, attempts: 1 })
        .lean<Pick<ImportRow, '_id' | 'ownerId' | 'attempts'>[]>();
      if (rows.length === 0) return [];
      const ids = among(rows.map(({ _id }) => _id));
      await imports.updateMany({ _id: ids, ...filter }, { $set: { beatAt: now }, $inc: { attempts: 1 } });
      return rows.map(({ _id, ownerId, attempts }) => ({ id: _id, ownerId, attempts: attempts + 1 }));
    },
    async abandoned(state, since) {
      const rows = await imports
        .find({ state, changedAt: mongoose.trusted({ $lt: since }) }, { ownerId: 1 })
        .lean<Pick<ImportRow, '_id' | 'ownerId'>[]>();
      return rows.map(({ _id, ownerId }) => ({ id: _id, ownerId }));
    },
    async keeping(ids) {
      const rows = await imports
        .find({ _id: among(ids), state: among([...keepingStates, 'undoing'] as const) }, { _id: 1 })
        .lean<Pick<ImportRow, '_id'>[]>();
      return rows.map(({ _id }) => _id);
    },
    async removeBefore(at) {
      const ended = among(['done', 'failed', 'undone'] as const);
      await imports.deleteMany({ createdAt: mongoose.trusted({ $lt: at }), state: ended });
    },
    async removeAll(ownerId) {
      await imports.deleteMany({ ownerId });
    },
  };
}
