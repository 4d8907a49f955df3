import type { mongo } from 'mongoose';
import type { StudyState } from '../domain/study-state.ts';
import { cardDocument, dayDocument, deckDocument, learnerDocument, sessionDocument } from './documents.ts';
import type { ProjectionDocument } from './projections.ts';

export type Write = mongo.AnyBulkWriteOperation<ProjectionDocument>;

interface RowChange {
  before: ProjectionDocument | null;
  after: ProjectionDocument;
}

/** Values of `after` that differ by identity from `before`; states share unchanged values. */
const changesOf = <Key, Value>(
  before: ReadonlyMap<Key, Value>,
  after: ReadonlyMap<Key, Value>,
  toDocument: (value: Value, key: Key) => ProjectionDocument,
): RowChange[] =>
  [...after].flatMap(([key, value]) => {
    const previous = before.get(key);
    if (previous === value) return [];
    return [
      { before: previous === undefined ? null : toDocument(previous, key), after: toDocument(value, key) },
    ];
  });

/** A learner without entries, events and cards may not be stored yet. */
const mayBeNew = ({ learner }: StudyState) => learner.seq === 0;

const learnerChange = (before: StudyState, after: StudyState): RowChange[] =>
  before.learner === after.learner
    ? []
    : [
        {
          before: mayBeNew(before) ? null : learnerDocument(before.learner),
          after: learnerDocument(after.learner),
        },
      ];

const isSame = (a: unknown, b: unknown) =>
  a === b || (a instanceof Date && b instanceof Date && a.getTime() === b.getTime());

/**
 * Replaces a new row or one whose kind changed; otherwise updates only the changed fields. Equal rows need no write, and
 * MongoDB refuses an empty update.
 */
function writeOf({ before, after }: RowChange): Write[] {
  const filter = { _id: after._id };
  if (!before || before.kind !== after.kind)
    return [{ replaceOne: { filter, replacement: after, upsert: true } }];
  const [was, is] = [new Map(Object.entries(before)), new Map<string, unknown>(Object.entries(after))];
  const set = [...is].filter(([field, value]) => !isSame(was.get(field), value));
  const unset = [...was.keys()].filter((field) => !is.has(field)).map((field) => [field, '']);
  const update = {
    ...(set.length > 0 ? { $set: Object.fromEntries(set) } : {}),
    ...(unset.length > 0 ? { $unset: Object.fromEntries(unset) } : {}),
  };
  return set.length + unset.length === 0 ? [] : [{ updateOne: { filter, update } }];
}

/**
 * Writes that turn one state into another. The learner's row comes first, because concurrent writers conflict
 * on it.
 */
export function writesOf(before: StudyState, after: StudyState): Write[] {
  const { ownerId } = after;
  return [
    ...learnerChange(before, after),
    ...changesOf(before.decks, after.decks, deckDocument),
    ...changesOf(before.cards, after.cards, cardDocument),
    ...changesOf(before.days, after.days, (counts, day) => dayDocument(ownerId, day, counts)),
    ...changesOf(before.sessions, after.sessions, (session) => sessionDocument(ownerId, session)),
  ].flatMap(writeOf);
}
