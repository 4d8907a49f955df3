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
      const ids = await Promise.all([
        projections.distinct('ownerId'),
        reviews.distinct('userId'),
        settings.distinct('_id'),
      ]);
      return [...new Set(ids.flat())].sort((a, b) => a - b);
    },
    async countAnswers(ownerIds) {
      const found = await rows
        .find({ _id: { $in: ownerIds.map(idOf.learner) }, kind: 'learner' })
        .project<Pick<LearnerDocument, 'ownerId' | 'totals'>>({ _id: 0, ownerId: 1, 'totals.answers': 1 })
        .toArray();
      return found.map(({ ownerId, totals }) => ({ ownerId, answers: totals.answers }));
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
