import { defineCollection, eraserOf, field, type RowOf } from '@kumbuka/service-kit';
import mongoose, { type ClientSession, type Connection } from 'mongoose';
import type { Learner } from '../domain/learner.ts';
import type { LearnerStore } from '../use-cases/ports.ts';

const collection = defineCollection({
  model: 'Learner',
  name: 'learners',
  fields: { _id: field.number, deckCount: field.number, erasedAt: field.dateOrNull },
});
type LearnerRow = RowOf<typeof collection>;

const toLearner = ({ _id, ...row }: LearnerRow): Learner => ({ id: _id, ...row });

/** Number of decks per learner, and tombstones. */
export function createLearnerStore(
  connection: Connection,
  session: ClientSession | null = null,
): LearnerStore {
  const learners = collection.on(connection);
  const inSession = session ? { session } : {};

  const incrementDeckCount: LearnerStore['incrementDeckCount'] = async (id, by) => {
    const row = await learners
      .findOneAndUpdate(
        { _id: id },
        { $inc: { deckCount: by }, $setOnInsert: { erasedAt: null } },
        { ...inSession, upsert: true, returnDocument: 'after' },
      )
      .lean<LearnerRow>();
    return row ? toLearner(row) : { id, deckCount: 0, erasedAt: null };
  };

  return {
    async deckCount(id) {
      const row = await learners.findById(id, { deckCount: 1 }).lean<LearnerRow>();
      return row?.deckCount ?? 0;
    },

    async find(id) {
      const row = await learners.findById(id).session(session).lean<LearnerRow>();
      return row && toLearner(row);
    },

    async claim(id) {
      // Changes a field so that concurrent transactions conflict; `setDeckCount` overwrites it.
      const row = await learners
        .findOneAndUpdate({ _id: id }, { $inc: { deckCount: 1 } }, inSession)
        .lean<LearnerRow>();
      return row && toLearner(row);
    },

    async setDeckCount(id, deckCount) {
      await learners.updateOne({ _id: id }, { $set: { deckCount } }, inSession);
    },

    incrementDeckCount,

    async lock(id) {
      // MongoDB writes nothing for an increment of 0, and then nothing conflicts.
      await incrementDeckCount(id, 1);
      return incrementDeckCount(id, -1);
    },

    async listAfter(id, limit) {
      const rows = await learners
        .find({ _id: mongoose.trusted({ $gt: id }) })
        .sort({ _id: 1 })
        .limit(limit)
        .lean<LearnerRow[]>();
      return rows.map(toLearner);
    },

    erase: eraserOf(learners, { deckCount: 0 }, session),
  };
}
