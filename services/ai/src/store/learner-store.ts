import { defineCollection, eraserOf, field, type RowOf } from '@kumbuka/service-kit';
import mongoose, { type ClientSession, type Connection } from 'mongoose';
import { newLearner } from '../domain/learner.ts';
import type { LearnerStore } from '../use-cases/ports.ts';

const collection = defineCollection({
  model: 'Learner',
  name: 'learners',
  fields: {
    _id: field.number,
    paidUntil: field.dateOrNull,
    expiredAt: field.dateOrNull,
    /** `paidVersion`, under the name that earlier releases read. */
    shortenedVersion: { type: Number, default: 0 },
    runningId: field.numberOrNull,
    erasedAt: field.dateOrNull,
    /** Incremented to conflict with a concurrent erasure. */
    locks: { type: Number, default: 0 },
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
      const { _id, shortenedVersion: paidVersion, locks: _locks, ...learner } = row;
      return { ...newLearner(_id), ...learner, paidVersion: paidVersion ?? 0 };
    },

    async lock(id) {
      const row = await learners.findById(id).session(session).lean<LearnerRow>();
      if (row?.erasedAt) return false;
      const blank = { paidUntil: null, expiredAt: null, runningId: null, erasedAt: null };
      const write = { $inc: { locks: 1 }, $setOnInsert: blank };
      await learners.updateOne({ _id: id }, write, { ...inSession, upsert: true });
      return true;
    },

    async saveRunning(id, runningId) {
      await learners.updateOne({ _id: id }, { $set: { runningId } }, { ...inSession, upsert: true });
    },

    async savePlan(id, { paidUntil, expiredAt, paidVersion: shortenedVersion }) {
      await learners.updateOne(
        { _id: id },
        { $set: { paidUntil, expiredAt, shortenedVersion } },
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

    erase: eraserOf(
      learners,
      { paidUntil: null, expiredAt: null, shortenedVersion: 0, runningId: null, locks: 0 },
      session,
    ),
  };
}
