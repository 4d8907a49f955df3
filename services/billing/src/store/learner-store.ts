import mongoose, { Schema, type ClientSession, type Connection, type Model } from 'mongoose';
import type { Learner } from '../domain/learner.ts';
import type { UsageKept, UsageUpdate } from '../domain/usage.ts';
import type { LearnerStore } from '../use-cases/ports.ts';

interface LearnerRow {
  _id: number;
  /** Absent before the first payment. */
  paymentCount?: number;
  usage: UsageKept | null;
  erasedAt: Date | null;
}

const usage = new Schema<UsageKept>(
  {
    month: { type: String, required: true },
    used: { type: Number, required: true },
    limit: { type: Number, required: true },
    version: { type: Number, required: true },
  },
  { _id: false },
);
const schema = new Schema<LearnerRow>(
  {
    _id: { type: Number, required: true },
    paymentCount: { type: Number },
    usage: { type: usage, default: null },
    erasedAt: { type: Date, default: null },
  },
  { collection: 'learners', versionKey: false, strict: 'throw' },
);

const toLearner = (id: number, row: LearnerRow | null): Learner => ({
  id,
  paymentCount: row?.paymentCount ?? 0,
  usage: row?.usage ?? null,
  erasedAt: row?.erasedAt ?? null,
});

/** Month strings sort chronologically. */
const isNewer = ({ month, version }: UsageUpdate, stored: LearnerRow['usage']) =>
  !stored || month > stored.month || (month === stored.month && version > stored.version);

const modelOf = (connection: Connection): Model<LearnerRow> =>
  connection.models['Learner'] ?? connection.model<LearnerRow>('Learner', schema);

/** Monthly usage of learners, and tombstones. */
export function createLearnerStore(
  connection: Connection,
  session: ClientSession | null = null,
): LearnerStore {
  const learners = modelOf(connection);

  const inSession = session ? { session } : {};
  const rowOf = (id: number) => learners.findById(id).session(session).lean<LearnerRow>();

  return {
    async find(id) {
      return toLearner(id, await rowOf(id));
    },

    async incrementPaymentCount(id) {
      const row = await learners
        .findOneAndUpdate(
          { _id: id },
          { $inc: { paymentCount: 1 } },
          { ...inSession, upsert: true, returnDocument: 'after' },
        )
        .lean<LearnerRow>();
      return toLearner(id, row);
    },

    async listWithUsage(after, most) {
      const rows = await learners
        .find({ _id: mongoose.trusted({ $gt: after }), usage: mongoose.trusted({ $ne: null }) }, { _id: 1 })
        .sort({ _id: 1 })
        .limit(most)
        .lean<LearnerRow[]>();
      return rows.map(({ _id }) => _id);
    },

    async replaceUsage(id, usage) {
      await learners.updateOne({ _id: id }, { $set: { usage } }, { ...inSession, upsert: true });
    },

    async keepUsage(updates) {
      for (const update of updates) {
        const { ownerId, ...usage } = update;
        const row = await rowOf(ownerId);
        if (row?.erasedAt || !isNewer(update, row?.usage ?? null)) continue;
        await learners.updateOne({ _id: ownerId }, { $set: { usage } }, { ...inSession, upsert: true });
      }
    },

    async erase(id, at) {
      const gone = { paymentCount: 0, usage: null, erasedAt: at };
      await learners.updateOne({ _id: id }, { $set: gone }, { ...inSession, upsert: true });
    },
  };
}
