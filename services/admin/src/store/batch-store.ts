import { defineCollection, field, insertRow, insertRows, type RowOf, staleBeat } from '@kumbuka/service-kit';
import mongoose, { type ClientSession, type Connection, type QueryFilter } from 'mongoose';
import { actorWords } from '../domain/audit/audit.ts';
import { runStates } from '../domain/deletion/deletion.ts';
import { reportMinutes, type DemoBatch, type DemoUser } from '../domain/demo/demo-batch.ts';
import type { BatchStore } from '../use-cases/ports.ts';

const batchCollection = defineCollection({
  model: 'DemoBatch',
  name: 'demo_batches',
  fields: {
    _id: field.text,
    by: field.text,
    state: field.oneOf(runStates),
    count: field.number,
    prefix: field.text,
    emailDomain: field.text,
    starterDecks: field.number,
    studyHistory: field.flag,
    createdAt: field.date,
    completedAt: field.dateOrNull,
    expiresAt: field.dateOrNull,
    made: field.number,
    furnished: field.number,
    key: field.textOrNull,
    bodyMac: field.text,
    sealed: field.textOrNull,
    beatAt: field.date,
  },
});
type BatchRow = RowOf<typeof batchCollection>;
const { schema: batchSchema } = batchCollection;
// MongoDB uses a partial index only when the query repeats its filter.
const isText = { $type: 'string' } as const;
batchSchema.index({ key: 1 }, { unique: true, partialFilterExpression: { key: isText } });
batchSchema.index({ state: 1, beatAt: 1 });
batchSchema.index({ state: 1, createdAt: 1 });
batchSchema.index({ completedAt: 1 });

const userCollection = defineCollection({
  model: 'DemoUser',
  name: 'demo_users',
  fields: {
    /** `batchId:index`. */
    _id: field.text,
    batchId: field.text,
    index: field.number,
    username: field.text,
    email: field.text,
    userId: field.numberOrNull,
    isFurnished: field.flag,
  },
});
type UserRow = RowOf<typeof userCollection>;
const { schema: userSchema } = userCollection;
userSchema.index({ batchId: 1, index: 1 });
userSchema.index({ userId: 1 });

const toBatch = ({ _id, by, beatAt: _beat, ...row }: BatchRow): DemoBatch => ({
  id: _id,
  by: actorWords.find((word) => word === by) ?? Number(by),
  ...row,
});
const toUser = ({ _id, batchId: _batchId, ...row }: UserRow): DemoUser => row;
const idleMs = 15_000;
/** Lifetime of an Idempotency-Key after the end of its batch, as of all other keys. */
const keyMs = 24 * 3_600_000;

/** Batches of demo users; with a session every call is part of its transaction. */
export function createBatchStore(connection: Connection, session: ClientSession | null = null): BatchStore {
  const batches = batchCollection.on(connection);
  const users = userCollection.on(connection);
  const inSession = session ? { session } : {};
  const findOne = async (filter: QueryFilter<BatchRow>) => {
    const row = await batches.findOne(filter).session(session).lean<BatchRow>();
    return row && toBatch(row);
  };

  return {
    find: (id) => findOne({ _id: id }),
    findByKey: (key) => findOne({ key: mongoose.trusted({ $eq: key, ...isText }) }),

    async findRecent(since, limit) {
      const latest = (filter: QueryFilter<BatchRow>, by: 'completedAt' | 'createdAt') =>
        batches
          .find(filter)
          .sort({ [by]: -1 })
          .limit(limit)
          .lean<BatchRow[]>();
      const ended = { completedAt: mongoose.trusted({ $gte: since }) };
      const running = await latest({ state: 'running' }, 'createdAt');
      return [...running, ...(await latest(ended, 'completedAt'))].map(toBatch);
    },

    async insert({ id, by, ...batch }, made) {
      const row = { _id: id, by: String(by), ...batch, beatAt: batch.createdAt };
      await insertRow(batches, row, inSession);
      const rows = made.map((user) => ({ _id: `${id}:${user.index}`, batchId: id, ...user }));
      await insertRows(users, rows, inSession);
    },

    async save({ id, by, ...batch }) {
      await batches.updateOne({ _id: id }, { $set: { by: String(by), ...batch } }, inSession);
    },

    async users(batchId) {
      const rows = await users.find({ batchId }).sort({ batchId: 1, index: 1 }).lean<UserRow[]>();
      return rows.map(toUser);
    },

    async saveUsers(batchId, changed) {
      const operations = changed.map(({ index, ...user }) => ({
        updateOne: { filter: { _id: `${batchId}:${index}` }, update: { $set: user } },
      }));
      if (operations.length > 0) await users.bulkWrite(operations, inSession);
    },

    async countUp(batchId, at) {
      const isMade = { batchId, userId: mongoose.trusted({ $ne: null }) };
      const [made, furnished] = await Promise.all([
        users.countDocuments(isMade),
        users.countDocuments({ batchId, isFurnished: true }),
      ]);
      await batches.updateOne({ _id: batchId }, { $set: { made, furnished, beatAt: at } });
    },

    async forgetSecrets(now) {
      const expired = mongoose.trusted({ $lt: new Date(now.getTime() - reportMinutes * 60_000) });
      const isReported = { completedAt: expired, sealed: mongoose.trusted({ $type: 'string' as const }) };
      await batches.updateMany(isReported, { $set: { sealed: null } });
    },

    async forgetKeys(now) {
      const expired = mongoose.trusted({ $lt: new Date(now.getTime() - keyMs) });
      await batches.updateMany(
        { completedAt: expired, key: mongoose.trusted({ $type: 'string' as const }) },
        { $set: { key: null } },
      );
    },

    async forgetUsers(userIds) {
      await users.deleteMany({ userId: mongoose.trusted({ $in: [...userIds] }) }, inSession);
    },

    async claimIdle(now) {
      const rows = await batches.find({ state: 'running', ...staleBeat(now, idleMs) }).lean<BatchRow[]>();
      await batches.updateMany(
        { _id: mongoose.trusted({ $in: rows.map(({ _id }) => _id) }) },
        { $set: { beatAt: now } },
      );
      return rows.map(({ _id }) => _id);
    },
  };
}
