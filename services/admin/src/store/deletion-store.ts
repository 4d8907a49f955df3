import { commitUnits, deletionStrategies } from '@kumbuka/contracts';
import { defineCollection, field, insertRow, type RowOf, staleBeat } from '@kumbuka/service-kit';
import mongoose, { type ClientSession, type Connection, type QueryFilter } from 'mongoose';
import { actorWords } from '../domain/audit/audit.ts';
import { requesters, runStates, type Counts, type Deletion } from '../domain/deletion/deletion.ts';
import { DeletionNotFound } from '../domain/errors.ts';
import type { DeletionStore } from '../use-cases/ports.ts';

const deletionCollection = defineCollection({
  model: 'Deletion',
  name: 'deletions',
  fields: {
    _id: field.text,
    version: field.number,
    state: field.oneOf(runStates),
    requestedBy: field.oneOf(requesters),
    by: field.text,
    dryRun: field.flag,
    strategy: field.oneOf(deletionStrategies),
    commitPer: field.oneOf(commitUnits),
    sleepMs: field.number,
    requestedAt: field.date,
    completedAt: field.dateOrNull,
    users: field.number,
    done: field.number,
    failed: field.number,
    counts: field.objectOf<Counts>(),
    workedMs: field.number,
    /** Time of the last heartbeat of a process that works on it. */
    beatAt: field.date,
  },
  minimize: false,
});
type DeletionRow = RowOf<typeof deletionCollection>;
const { schema: deletionSchema } = deletionCollection;
deletionSchema.index({ state: 1, beatAt: 1 });
deletionSchema.index({ state: 1, requestedAt: 1 });
deletionSchema.index({ requestedBy: 1, dryRun: 1, completedAt: 1 });
/** At most one erasure per learner. */
const byLearner = { requestedBy: 'learner' } as const;
deletionSchema.index({ by: 1 }, { unique: true, partialFilterExpression: byLearner });
/** At most one running deletion of expired demo users, even when two processes start it at the same time. */
const runningExpiry = { requestedBy: 'expiry', state: 'running' } as const;
deletionSchema.index({ requestedBy: 1 }, { unique: true, partialFilterExpression: runningExpiry });

const toRow = ({ id, by, ...deletion }: Deletion) => ({ _id: id, by: String(by), ...deletion });
const toDeletion = ({ _id, by, beatAt: _beat, ...row }: DeletionRow): Deletion => ({
  id: _id,
  by: actorWords.find((word) => word === by) ?? Number(by),
  ...row,
});

/** Milliseconds without a heartbeat after which a deletion counts as abandoned. */
const idleMs = 10_000;

/** Deletions in MongoDB; with a session, calls join its transaction. */
export function createDeletionStore(
  connection: Connection,
  session: ClientSession | null = null,
): DeletionStore {
  const deletions = deletionCollection.on(connection);
  const inSession = session ? { session } : {};

  const find = async (id: string) => {
    const row = await deletions.findById(id).session(session).lean<DeletionRow>();
    return row && toDeletion(row);
  };

  return {
    find,

    async findErasure(userId) {
      const row = await deletions
        .findOne({ by: String(userId), ...byLearner })
        .session(session)
        .lean<DeletionRow>();
      return row && toDeletion(row);
    },

    async findExpiry(failedSince) {
      const failed = {
        requestedBy: 'expiry',
        dryRun: false,
        completedAt: mongoose.trusted({ $gte: failedSince }),
        failed: mongoose.trusted({ $gt: 0 }),
      } as const;
      const findOne = (filter: QueryFilter<DeletionRow>) =>
        deletions.findOne(filter).session(session).lean<DeletionRow>();
      const row = (await findOne(runningExpiry)) ?? (await findOne(failed));
      return row && toDeletion(row);
    },

    async findRecent(since, limit) {
      const shown = { requestedBy: 'operator', dryRun: false } as const;
      const latest = (filter: QueryFilter<DeletionRow>, by: 'requestedAt' | 'completedAt') =>
        deletions
          .find({ ...shown, ...filter })
          .sort({ [by]: -1 })
          .limit(limit)
          .lean<DeletionRow[]>();
      const ended = { completedAt: mongoose.trusted({ $gte: since }) };
      const running = await latest({ state: 'running' }, 'requestedAt');
      return [...running, ...(await latest(ended, 'completedAt'))].map(toDeletion);
    },

    async lock(id) {
      const deletion = await find(id);
      if (!deletion) throw new DeletionNotFound();
      return deletion;
    },

    async insert(deletion) {
      await insertRow(deletions, { ...toRow(deletion), beatAt: deletion.requestedAt }, inSession);
    },

    async save(deletion) {
      const { _id, ...fields } = toRow(deletion);
      await deletions.updateOne({ _id }, { $set: fields }, inSession);
    },

    async beat(id, at) {
      await deletions.updateOne({ _id: id }, { $set: { beatAt: at } }, inSession);
    },

    async claimIdle(now) {
      const rows = await deletions
        .find({ state: 'running', ...staleBeat(now, idleMs) }, { beatAt: 1, requestedBy: 1 })
        .lean<Pick<DeletionRow, '_id' | 'beatAt' | 'requestedBy'>[]>();
      const claimed: Pick<Deletion, 'id' | 'requestedBy'>[] = [];
      for (const { _id, beatAt, requestedBy } of rows) {
        const { modifiedCount } = await deletions.updateOne({ _id, beatAt }, { $set: { beatAt: now } });
        if (modifiedCount === 1) claimed.push({ id: _id, requestedBy });
      }
      return claimed;
    },
  };
}
