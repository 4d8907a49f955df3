import mongoose, { type Connection } from 'mongoose';
import { newLearner } from '../domain/learner/learner.ts';
import type { LearnerStore } from '../use-cases/ports.ts';
import { idOf, toCounters, toLearner, countersProjection, type CountersDocument } from './documents.ts';
import { projectionCollection, projectionRowsOf, type LearnerDocument } from './projections.ts';
import { reviewCollection } from './review-store.ts';
import { settingsCollection } from './settings-store.ts';

export function createLearnerStore(connection: Connection): LearnerStore {
  const learners = projectionCollection.kindOn('learner', connection);
  const rows = projectionRowsOf<LearnerDocument>(connection);
  return {
    async find(ownerId) {
      const row = await rows.findOne({ _id: idOf.learner(ownerId), ownerId, kind: 'learner' });
      return row ? toLearner(row) : newLearner(ownerId);
    },
    async findCounters(ownerId) {
      const row = await rows.findOne<CountersDocument>(
        { _id: idOf.learner(ownerId), ownerId, kind: 'learner' },
        { projection: countersProjection },
      );
      return row ? toCounters(row) : newLearner(ownerId);
    },
    async findStudying(afterId, limit) {
      const found = await rows
        .find({ kind: 'learner', ownerId: { $gt: afterId } })
        .sort({ ownerId: 1 })
        .limit(limit)
        .project<Pick<LearnerDocument, 'ownerId' | 'seq'>>({ _id: 0, ownerId: 1, seq: 1 })
        .toArray();
      return found;
    },
    async listAll() {
      const ids = await Promise.all([
        projectionCollection.on(connection).distinct('ownerId'),
        reviewCollection.on(connection).distinct('userId'),
        settingsCollection.on(connection).distinct('_id'),
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
    async findIdle(now, limit) {
      const rows = await learners
        .find({ idleAt: mongoose.trusted({ $lte: now }) }, { ownerId: 1 })
        .limit(limit)
        .lean<{ ownerId: number }[]>();
      return rows.map(({ ownerId }) => ownerId);
    },
  };
}
