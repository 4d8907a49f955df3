import mongoose, { type ClientSession, type Connection, type mongo } from 'mongoose';
import { canonicalJson } from '@kumbuka/service-kit';
import { newCardStudy } from '../domain/card/card-study.ts';
import { newLearner } from '../domain/learner/learner.ts';
import type { StoredRow, StudyStore } from '../use-cases/ports.ts';
import { writesOf, type Write } from './difference.ts';
import {
  documentsOf,
  erasedDocument,
  idOf,
  idsOf,
  learnerDocument,
  toState,
  type ProjectionDocument,
} from './documents.ts';
import { modelsOf, projectionRowsOf } from './models.ts';

const forgottenOfRemovedCards = Object.fromEntries(
  ['createdAt', ...Object.keys(newCardStudy)]
    .filter((field) => field !== 'lastStudiedAt')
    .map((field) => [field, '' as const]),
);

const replace = (row: ProjectionDocument): Write => ({
  replaceOne: { filter: { _id: row._id }, replacement: row, upsert: true },
});
/** Batch size of a rebuild; other clients of the database get their turn between batches. */
const writesAtOnce = 500;

const toRow = ({ _id, ...fields }: ProjectionDocument): StoredRow => ({ id: _id, fields });
const isSame = (a: ProjectionDocument, b: ProjectionDocument) => canonicalJson(a) === canonicalJson(b);
/** Whether the row holds any data; the row of a new learner may or may not exist. */
const saysSomething = (row: ProjectionDocument) =>
  row.kind !== 'learner' || !isSame(row, learnerDocument(newLearner(row.ownerId)));

/** Every filter names the learner. */
type Owned = mongo.Filter<ProjectionDocument> & { ownerId: number };

const remove = (_id: string): Write => ({ deleteOne: { filter: { _id } } });

/** Study state of learners: reads slices, writes differences. */
export function createStudyStore(connection: Connection, session: ClientSession | null = null): StudyStore {
  const { projections } = modelsOf(connection);
  const rows = projectionRowsOf(connection);
  const inSession = session ? { session } : {};
  const write = async (operations: readonly Write[]) => {
    for (let from = 0; from < operations.length; from += writesAtOnce)
      await projections.collection.bulkWrite(operations.slice(from, from + writesAtOnce) as never, inSession);
  };

  const updateLearner = async (ownerId: number, change: mongo.UpdateFilter<mongo.Document>) => {
    await projections.collection.updateOne({ _id: idOf.learner(ownerId) as never }, change, inSession);
  };
  const read = (filter: Owned) => rows.find(filter, inSession).toArray();
  const readAll = (ownerId: number) => read({ ownerId });

  return {
    async load(ownerId, keys) {
      return toState(ownerId, await read({ _id: { $in: idsOf(ownerId, keys) }, ownerId }));
    },
    loadAll: async (ownerId) => toState(ownerId, await readAll(ownerId)),
    async claimAll(ownerId) {
      // Writes a field so that concurrent transactions conflict; `replaceAll` removes it.
      await updateLearner(ownerId, { $set: { claimed: true } });
      return toState(ownerId, await readAll(ownerId));
    },
    release: (ownerId) => updateLearner(ownerId, { $unset: { claimed: '' } }),
    rows: async (ownerId) => (await readAll(ownerId)).filter(saysSomething).map(toRow),
    rowsOf: (state) => documentsOf(state).filter(saysSomething).map(toRow),
    save: (before, after) => write(writesOf(before, after)),
    async replaceAll(state) {
      const live = new Map((await readAll(state.ownerId)).map((row) => [row._id, row]));
      const rows = documentsOf(state);
      const differing = rows.filter((row) => {
        const existing = live.get(row._id);
        return !existing || !isSame(existing, row);
      });
      const kept = new Set(rows.map(({ _id }) => _id));
      const orphan = [...live.keys()].filter((id) => !kept.has(id));
      // The learner's row is always included, because it was claimed.
      const learner = rows.filter(({ _id }) => _id === idOf.learner(state.ownerId));
      await write([...new Set([...learner, ...differing])].map(replace).concat(orphan.map(remove)));
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
    async markErased(ownerId) {
      await write([replace(erasedDocument(ownerId))]);
    },
    async erase(ownerId) {
      await projections.deleteMany({ ownerId, kind: mongoose.trusted({ $ne: 'erased' }) } as never);
    },
  };
}
