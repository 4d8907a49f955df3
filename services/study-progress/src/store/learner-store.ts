import mongoose, { type Connection } from 'mongoose';
import { newLearner } from '../domain/learner/learner.ts';
import type { LearnerStore } from '../use-cases/ports.ts';
import { idOf, toLearner, type LearnerDocument } from './documents.ts';
import { modelsOf, projectionRowsOf } from './models.ts';

export function createLearnerStore(connection: Connection): LearnerStore {
  const { learners } = modelsOf(connection);
  const rows = projectionRowsOf<LearnerDocument>(connection);
  return {
    async find(ownerId) {
      const row = await rows.findOne({ _id: idOf.learner(ownerId), ownerId, kind: 'learner' });
      return row ? toLearner(row) : newLearner(ownerId);
    },
    async listAll() {
      const { projections, reviews, settings } = modelsOf(connection);
      const known = await Promise.all([
        projections.distinct('ownerId'),
        reviews.distinct('userId'),
        settings.distinct('_id'),
      ]);
      return [...new Set(known.flat())].sort((a, b) => a - b);
    },
    async findMany(ownerIds) {
      const ids = mongoose.trusted({ $in: ownerIds.map(idOf.learner) });
      return (await learners.find({ _id: ids }).lean<LearnerDocument[]>()).map(toLearner);
    },
    async findIdle(now, most) {
      const rows = await learners
        .find({ idleAt: mongoose.trusted({ $lte: now }) }, { ownerId: 1 })
        .limit(most)
        .lean<{ ownerId: number }[]>();
      return rows.map(({ ownerId }) => ownerId);
    },
  };
}
