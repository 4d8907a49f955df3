import mongoose, { type ClientSession, type Connection } from 'mongoose';
import { newCardStudy } from '../domain/card/card-study.ts';
import type { StudyStore } from '../use-cases/ports.ts';
import { writesOf, type Write } from './difference.ts';
import { documentsOf, erasedDocument, idsOf, toState, type ProjectionDocument } from './documents.ts';
import { fingerprint } from './fingerprint.ts';
import { modelsOf } from './models.ts';

const forgottenOfRemovedCards = Object.fromEntries(
  ['createdAt', ...Object.keys(newCardStudy)]
    .filter((field) => field !== 'lastStudiedAt')
    .map((field) => [field, '' as const]),
);

const replace = (row: ProjectionDocument): Write => ({
  replaceOne: { filter: { _id: row._id }, replacement: row, upsert: true },
});
const remove = (_id: string): Write => ({ deleteOne: { filter: { _id } } });

/** The state of a learner's study: read by the slice, written by the difference. */
export function createStudyStore(connection: Connection, session: ClientSession | null = null): StudyStore {
  const { projections } = modelsOf(connection);
  const inSession = session ? { session } : {};
  const write = async (operations: readonly Write[]) => {
    if (operations.length > 0) await projections.collection.bulkWrite(operations as never, inSession);
  };

  return {
    async load(ownerId, needs) {
      const documents = await projections
        .find({ _id: mongoose.trusted({ $in: idsOf(ownerId, needs) }), ownerId })
        .session(session)
        .lean<ProjectionDocument[]>();
      return toState(ownerId, documents);
    },
    async loadAll(ownerId) {
      const documents = await projections.find({ ownerId }).session(session).lean<ProjectionDocument[]>();
      return toState(ownerId, documents);
    },
    save: (before, after) => write(writesOf(before, after)),
    async replaceAll(before, after) {
      const known = new Map(documentsOf(before).map((row) => [row._id, fingerprint(row)]));
      const rows = documentsOf(after);
      const differing = rows.filter((row) => known.get(row._id) !== fingerprint(row));
      const kept = new Set(rows.map(({ _id }) => _id));
      const stray = [...known.keys()].filter((id) => !kept.has(id));
      await write([...differing.map(replace), ...stray.map(remove)]);
      return { rows: rows.length, corrected: differing.length, removed: stray.length };
    },
    async removeCardsOf(ownerId, deckId) {
      const change = { $set: { kind: 'removed-card' }, $unset: forgottenOfRemovedCards };
      await projections.collection.updateMany({ ownerId, deckId, kind: 'card' }, change, inSession);
    },
    async lastStudiedBeside(ownerId, deckId, cardId) {
      const kind = mongoose.trusted({ $in: ['card', 'removed-card'] });
      const [row] = await projections
        .find({ ownerId, deckId, kind, cardId: mongoose.trusted({ $ne: cardId }) } as never, {
          lastStudiedAt: 1,
        })
        .sort({ lastStudiedAt: -1 })
        .limit(1)
        .session(session)
        .lean<{ lastStudiedAt: Date | null }[]>();
      return row?.lastStudiedAt ?? null;
    },
    async bury(ownerId) {
      await write([replace(erasedDocument(ownerId))]);
    },
    async erase(ownerId) {
      await projections.deleteMany({ ownerId, kind: mongoose.trusted({ $ne: 'erased' }) } as never);
    },
  };
}
