import { defineCollection, eraserOf, field, type RowOf } from '@kumbuka/service-kit';
import mongoose, { type ClientSession, type Connection } from 'mongoose';
import type { Learner } from '../domain/learner.ts';
import type { UsageUpdate } from '../domain/usage.ts';
import type { LearnerStore } from '../use-cases/ports.ts';

const collection = defineCollection({
  model: 'Learner',
  name: 'learners',
  fields: {
    _id: field.number,
    /** Absent before the first payment. */
    paymentCount: Number,
    usage: {
      type: { _id: false, month: field.text, used: field.number, limit: field.number, version: field.number },
      default: null,
    },
    erasedAt: field.dateOrNull,
  },
});
type LearnerRow = RowOf<typeof collection>;

const toLearner = (id: number, row: LearnerRow | null): Learner => ({
  id,
  paymentCount: row?.paymentCount ?? 0,
  usage: row?.usage ?? null,
  erasedAt: row?.erasedAt ?? null,
});

/** Month strings sort chronologically. */
const isNewer = ({ month, version }: UsageUpdate, stored: LearnerRow['usage']) =>
  !stored || month > stored.month || (month === stored.month && version > stored.version);

/** Monthly usage of learners, and tombstones. */
export function createLearnerStore(
  connection: Connection,
  session: ClientSession | null = null,
): LearnerStore {
  const learners = collection.on(connection);
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

    async listWithUsage(after, limit) {
      const rows = await learners
        .find({ _id: mongoose.trusted({ $gt: after }), usage: mongoose.trusted({ $ne: null }) }, { _id: 1 })
        .sort({ _id: 1 })
        .limit(limit)
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

    erase: eraserOf(learners, { paymentCount: 0, usage: null }, session),
  };
}
