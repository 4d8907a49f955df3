import { createHash } from 'node:crypto';
import mongoose, { type ClientSession, type Connection, type mongo } from 'mongoose';
import { canonicalJson } from '@kumbuka/service-kit';
import { newCardStudy, noShelf } from '@kumbuka/schedule';
import type { Sibling } from '../domain/card/card.ts';
import { newLearner } from '../domain/learner/learner.ts';
import type { StateKeys } from '../domain/study-state.ts';
import type { StoredRow, StudyStore } from '../use-cases/ports.ts';
import { writesOf, type Write } from './difference.ts';
import { documentsOf, erasedDocument, idOf, idsOf, learnerDocument, toState } from './documents.ts';
import { projectionRowsOf, type CardDocument, type ProjectionDocument } from './projections.ts';

const forgottenOfRemovedCards = Object.fromEntries(
  ['createdAt', 'noteId', ...Object.keys(newCardStudy), ...Object.keys(noShelf)]
    .filter((field) => field !== 'lastStudiedAt')
    .map((field) => [field, '' as const]),
);

const replaceRow = (row: ProjectionDocument): Write => ({
  replaceOne: { filter: { _id: row._id }, replacement: row, upsert: true },
});
/** The port hides the kinds of rows from use cases, so that the fields have lost their type when they return. */
const replaceStored = ({ id, fields }: StoredRow): Write =>
  replaceRow({ _id: id, ...fields } as ProjectionDocument);
/** Batch size of a rebuild; other clients of the database get their turn between batches. */
const writesAtOnce = 500;

const toRow = ({ _id, ...fields }: ProjectionDocument): StoredRow => ({ id: _id, fields });
/** Whether the row holds any data; the row of a new learner may or may not exist. */
const hasData = (row: ProjectionDocument) =>
  row.kind !== 'learner' || canonicalJson(row) !== canonicalJson(learnerDocument(newLearner(row.ownerId)));

function hashOf(stored: readonly Uint8Array[]): string {
  const hash = createHash('sha1');
  for (const row of stored) hash.update(row);
  return hash.digest('hex');
}

function parse(ownerId: number, stored: readonly Uint8Array[]) {
  // The rows are raw bytes here, which the driver leaves untyped.
  const rows = stored.map((bytes) => mongoose.mongo.BSON.deserialize(bytes) as ProjectionDocument);
  return { state: toState(ownerId, rows), rows: rows.filter(hasData).map(toRow) };
}

/** Decks of the cards that were read, as far as the keys do not name them: the caller may know a former deck. */
const decksBeside = (found: readonly ProjectionDocument[], { decks = [] }: StateKeys): number[] => {
  const ofCards = found.flatMap((row) =>
    row.kind === 'card' || row.kind === 'removed-card' ? [row.deckId] : [],
  );
  return [...new Set(ofCards)].filter((id) => !decks.includes(id));
};

type RowUpdate = mongo.UpdateFilter<ProjectionDocument>;
/** Every filter names the learner. */
type Owned = mongo.Filter<ProjectionDocument> & { ownerId: number };

const remove = (_id: string): Write => ({ deleteOne: { filter: { _id } } });

/** Study state of learners: reads slices, writes differences. */
export function createStudyStore(connection: Connection, session: ClientSession | null = null): StudyStore {
  const rows = projectionRowsOf(connection);
  const inSession = session ? { session } : {};
  const write = async (operations: readonly Write[]) => {
    for (let from = 0; from < operations.length; from += writesAtOnce)
      await rows.bulkWrite(operations.slice(from, from + writesAtOnce), inSession);
  };

  const updateLearner = async (ownerId: number, change: RowUpdate) => {
    await rows.updateOne({ _id: idOf.learner(ownerId) }, change, inSession);
  };
  const read = (filter: Owned) => rows.find(filter, inSession).toArray();

  return {
    async load(ownerId, keys) {
      const found = await read({ _id: { $in: idsOf(ownerId, keys) }, ownerId });
      const decks = decksBeside(found, keys);
      const beside = decks.map((id) => idOf.deck(ownerId, id));
      const more = beside.length === 0 ? [] : await read({ _id: { $in: beside }, ownerId });
      return toState(ownerId, [...found, ...more]);
    },
    async snapshot(ownerId) {
      const stored: Uint8Array[] = [];
      // With `raw` the driver gives the bytes.
      for await (const row of rows.find<Uint8Array>({ ownerId }, { ...inSession, raw: true }))
        stored.push(row);
      return { hash: hashOf(stored), parse: () => parse(ownerId, stored) };
    },
    claim: (ownerId) => updateLearner(ownerId, { $set: { claimed: true } }),
    release: (ownerId) => updateLearner(ownerId, { $unset: { claimed: '' } }),
    rowsOf: (state) => documentsOf(state).filter(hasData).map(toRow),
    save: (before, after) => write(writesOf(before, after)),
    replacementOf(live, state) {
      const stored = new Map(live.map((row) => [row.id, canonicalJson(row.fields)]));
      const wanted = documentsOf(state).map(toRow);
      const kept = new Set(wanted.map(({ id }) => id));
      // The learner's row is always included, because other writers conflict on it.
      const isWritten = ({ id, fields }: StoredRow) =>
        id === idOf.learner(state.ownerId) || stored.get(id) !== canonicalJson(fields);
      return { rows: wanted.filter(isWritten), orphans: [...stored.keys()].filter((id) => !kept.has(id)) };
    },
    replace: ({ rows: changed, orphans }) => write([...changed.map(replaceStored), ...orphans.map(remove)]),
    async removeCardsOf(ownerId, deckId) {
      const change: RowUpdate = { $set: { kind: 'removed-card' }, $unset: forgottenOfRemovedCards };
      await rows.updateMany({ ownerId, deckId, kind: 'card' }, change, inSession);
    },
    siblings: (ownerId, noteIds) =>
      rows
        .find<Sibling>({ ownerId, noteId: { $in: [...noteIds] }, kind: 'card' } satisfies Owned, {
          ...inSession,
          projection: { _id: 0, cardId: 1, noteId: 1, dueDay: 1 },
        })
        .toArray(),
    async lastStudiedBeside(ownerId, deckId, cardIds) {
      const filter: Owned = {
        ownerId,
        deckId,
        kind: { $in: ['card', 'removed-card'] },
        cardId: { $nin: [...cardIds] },
      };
      const [row] = await rows
        .find<Pick<CardDocument, 'lastStudiedAt'>>(filter, { ...inSession, projection: { lastStudiedAt: 1 } })
        .sort({ lastStudiedAt: -1 })
        .limit(1)
        .toArray();
      return row?.lastStudiedAt ?? null;
    },
    async markErased(ownerId) {
      await write([replaceRow(erasedDocument(ownerId))]);
    },
    async erase(ownerId) {
      await rows.deleteMany({ ownerId, kind: { $ne: 'erased' } });
    },
  };
}
