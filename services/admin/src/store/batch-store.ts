import { insertRow, insertRows } from '@kumbuka/service-kit';
import mongoose, {
  Schema,
  type ClientSession,
  type Connection,
  type Model,
  type QueryFilter,
} from 'mongoose';
import { actorWords } from '../domain/audit/audit.ts';
import { reportMinutes, type DemoBatch, type DemoUser } from '../domain/demo/demo-batch.ts';
import type { BatchStore } from '../use-cases/ports.ts';
import { date, flag, maybeDate, maybeText, number, text } from './field-types.ts';
import { staleBeat } from './stale-beat.ts';

interface BatchRow extends Omit<DemoBatch, 'id' | 'by'> {
  _id: string;
  by: string;
  beatAt: Date;
}
interface UserRow extends DemoUser {
  /** `batchId:index`. */
  _id: string;
  batchId: string;
}

const batchSchema = new Schema<BatchRow>(
  {
    _id: text,
    by: text,
    state: text,
    count: number,
    prefix: text,
    emailDomain: text,
    starterDecks: number,
    studyHistory: flag,
    createdAt: date,
    completedAt: maybeDate,
    expiresAt: maybeDate,
    made: number,
    furnished: number,
    key: maybeText,
    bodyMac: text,
    sealed: maybeText,
    beatAt: date,
  },
  { collection: 'demo_batches', versionKey: false, strict: 'throw' },
);
// MongoDB uses a partial index only when the query repeats its filter.
const isText = { $type: 'string' } as const;
batchSchema.index({ key: 1 }, { unique: true, partialFilterExpression: { key: isText } });
batchSchema.index({ state: 1, beatAt: 1 });
batchSchema.index({ state: 1, createdAt: 1 });
batchSchema.index({ completedAt: 1 });
const userSchema = new Schema<UserRow>(
  {
    _id: text,
    batchId: text,
    index: number,
    username: text,
    email: text,
    userId: { type: Number, default: null },
    isFurnished: flag,
  },
  { collection: 'demo_users', versionKey: false, strict: 'throw' },
);
userSchema.index({ batchId: 1, index: 1 });
userSchema.index({ userId: 1 });

const modelsOf = (connection: Connection): { batches: Model<BatchRow>; users: Model<UserRow> } => ({
  batches: connection.models['DemoBatch'] ?? connection.model<BatchRow>('DemoBatch', batchSchema),
  users: connection.models['DemoUser'] ?? connection.model<UserRow>('DemoUser', userSchema),
});

const toBatch = ({ _id, by, beatAt: _beat, ...row }: BatchRow): DemoBatch => ({
  id: _id,
  by: actorWords.find((word) => word === by) ?? Number(by),
  ...row,
});
const toUser = ({ _id, batchId: _batchId, ...row }: UserRow): DemoUser => row;
const idleMs = 15_000;

/** Batches of demo users; with a session every call is part of its transaction. */
export function createBatchStore(connection: Connection, session: ClientSession | null = null): BatchStore {
  const { batches, users } = modelsOf(connection);
  const inSession = session ? { session } : {};
  const findOne = async (filter: QueryFilter<BatchRow>) => {
    const row = await batches.findOne(filter).session(session).lean<BatchRow>();
    return row && toBatch(row);
  };

  return {
    find: (id) => findOne({ _id: id }),
    findByKey: (key) => findOne({ key: mongoose.trusted({ $eq: key, ...isText }) }),

    async findRecent(since, most) {
      const latest = (filter: QueryFilter<BatchRow>, by: 'completedAt' | 'createdAt') =>
        batches
          .find(filter)
          .sort({ [by]: -1 })
          .limit(most)
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
