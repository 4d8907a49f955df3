import mongoose, { Schema, type ClientSession, type Connection, type Model } from 'mongoose';
import { newLearner, type Learner } from '../domain/learner.ts';
import type { LearnerStore } from '../use-cases/ports.ts';

interface LearnerRow extends Omit<Learner, 'id'> {
  _id: number;
}

const schema = new Schema<LearnerRow>(
  {
    _id: { type: Number, required: true },
    paidUntil: { type: Date, default: null },
    expiredAt: { type: Date, default: null },
    shortenedVersion: { type: Number, default: 0 },
    runningId: { type: Number, default: null },
    erasedAt: { type: Date, default: null },
  },
  { collection: 'learners', versionKey: false, strict: 'throw' },
);

const modelOf = (connection: Connection): Model<LearnerRow> =>
  connection.models['Learner'] ?? connection.model<LearnerRow>('Learner', schema);

/** Learners, with tombstones of deleted ones. */
export function createLearnerStore(
  connection: Connection,
  session: ClientSession | null = null,
): LearnerStore {
  const learners = modelOf(connection);
  const inSession = session ? { session } : {};

  return {
    async find(id) {
      const row = await learners.findById(id).session(session).lean<LearnerRow>();
      if (!row) return newLearner(id);
      const { _id, ...learner } = row;
      return { ...newLearner(_id), ...learner };
    },

    async saveRunning(id, runningId) {
      await learners.updateOne({ _id: id }, { $set: { runningId } }, { ...inSession, upsert: true });
    },

    async savePlan(id, { paidUntil, expiredAt, shortenedVersion }) {
      const shortened = shortenedVersion === undefined ? {} : { shortenedVersion };
      await learners.updateOne(
        { _id: id },
        { $set: { paidUntil, expiredAt, ...shortened } },
        { ...inSession, upsert: true },
      );
    },

    async listWithPlan(after, most) {
      const some = mongoose.trusted({ $ne: null });
      const rows = await learners
        .find(
          { _id: mongoose.trusted({ $gt: after }), $or: [{ paidUntil: some }, { expiredAt: some }] },
          { _id: 1 },
        )
        .sort({ _id: 1 })
        .limit(most)
        .lean<LearnerRow[]>();
      return rows.map(({ _id }) => _id);
    },

    async erase(id, at) {
      const { id: _, ...nothing } = newLearner(id);
      await learners.updateOne(
        { _id: id },
        { $set: { ...nothing, erasedAt: at } },
        { ...inSession, upsert: true },
      );
    },
  };
}
