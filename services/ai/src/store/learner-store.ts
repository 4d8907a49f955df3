import { defineCollection, eraserOf, field, type RowOf } from '@kumbuka/service-kit';
import mongoose, { type ClientSession, type Connection } from 'mongoose';
import { newLearner } from '../domain/learner.ts';
import { noPlan } from '../domain/plan.ts';
import type { LearnerStore } from '../use-cases/ports.ts';

const collection = defineCollection({
  model: 'Learner',
  name: 'learners',
  fields: {
    _id: field.number,
    paidUntil: field.dateOrNull,
    expiredAt: field.dateOrNull,
    shortenedVersion: { type: Number, default: 0 },
    runningId: field.numberOrNull,
    erasedAt: field.dateOrNull,
  },
});
type LearnerRow = RowOf<typeof collection>;

/** Learners, with tombstones of deleted ones. */
export function createLearnerStore(
  connection: Connection,
  session: ClientSession | null = null,
): LearnerStore {
  const learners = collection.on(connection);
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

    async listWithPlan(after, limit) {
      const some = mongoose.trusted({ $ne: null });
      const rows = await learners
        .find(
          { _id: mongoose.trusted({ $gt: after }), $or: [{ paidUntil: some }, { expiredAt: some }] },
          { _id: 1 },
        )
        .sort({ _id: 1 })
        .limit(limit)
        .lean<LearnerRow[]>();
      return rows.map(({ _id }) => _id);
    },

    erase: eraserOf(learners, { ...noPlan, runningId: null }, session),
  };
}
