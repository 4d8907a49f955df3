import { skipOf, type DeckCounts, type DeckOwner, type PageRequest } from '@kumbuka/contracts';
import { defineCollection, field, insertRow, type Owned, type RowOf } from '@kumbuka/service-kit';
import mongoose, { type AnyBulkWriteOperation, type ClientSession, type Connection } from 'mongoose';
import type { OwnedDeck } from '../use-cases/ports.ts';
import {
  recentAt,
  titleKeyOf,
  titleKeyRule,
  titlePattern,
  type Deck,
  type DeckProjection,
  type DeckSize,
  type ProgressUpdate,
  type StoredDeck,
} from '../domain/deck.ts';
import type { DeckFacets, DeckMatch, DeckSort } from '../domain/listing.ts';

const collection = defineCollection({
  model: 'Deck',
  name: 'decks',
  fields: {
    _id: field.number,
    ownerId: field.number,
    title: field.text,
    /** For sorting and search; begins with the number of its rule. */
    titleKey: field.text,
    description: field.text,
    subject: field.text,
    category: field.text,
    difficulty: field.number,
    catalogId: field.numberOrNull,
    cardCount: field.number,
    textBytes: field.number,
    mastery: field.numberOrNull,
    lastStudied: field.dateOrNull,
    /** The later of last studied and created. */
    recentAt: field.date,
    /**
     * Next due day with its sign changed. The list descends by it, so that decks without one come last; they include
     * rows of older processes, which lack the field.
     */
    dueRank: { ...field.numberOrNull, required: false },
    /** Version of the progress in `mastery`, `lastStudied` and `dueRank`; 0 before the first update. */
    progressVersion: field.number,
    version: field.number,
    createdAt: field.date,
    updatedAt: field.date,
  },
});
const { schema } = collection;
type DeckRow = RowOf<typeof collection>;

type Order = Record<string, 1 | -1>;
/**
 * Every order has an index on the owner's decks; filters are applied along it, so lists never sort in memory.
 */
const orders: Record<DeckSort, Order> = {
  created: { createdAt: 1, _id: 1 },
  title: { titleKey: 1, _id: 1 },
  last_studied: { lastStudied: -1, _id: 1 },
  difficulty: { difficulty: 1, _id: 1 },
  recent: { recentAt: -1, _id: 1 },
  due: { dueRank: -1, _id: 1 },
};
const indexOf = (sort: DeckSort): Order => ({ ownerId: 1, ...orders[sort] });
const bySubject: Order = { ownerId: 1, subject: 1 };
const byCategory: Order = { ownerId: 1, category: 1 };

for (const sort of Object.keys(orders) as DeckSort[]) schema.index(indexOf(sort));
schema.index(bySubject);
schema.index(byCategory);
// MongoDB uses a partial index only when the query repeats its filter.
const isNumber: object = { $type: 'number' };
schema.index(
  { ownerId: 1, catalogId: 1 },
  { unique: true, partialFilterExpression: { catalogId: isNumber } },
);

function toRow({ id, ...deck }: Deck): DeckRow {
  return {
    _id: id,
    ...deck,
    titleKey: titleKeyOf(deck.title),
    recentAt: recentAt(deck),
    dueRank: null,
    progressVersion: 0,
  };
}

/** The day of a rank, and the rank of a day. */
const negated = (value: number | null): number | null => (value === null ? null : 0 - value);

function toDeck({
  _id,
  titleKey: _key,
  recentAt: _recent,
  dueRank: _rank,
  progressVersion: _version,
  ...row
}: DeckRow): Deck {
  return { id: _id, ...row };
}

const toOwner = ({ _id, ownerId, createdAt, version }: DeckRow): DeckOwner => ({
  deckId: _id,
  ownerId,
  createdAt: createdAt.toISOString(),
  deckVersion: version,
});
const toOwned = (row: DeckRow): OwnedDeck => ({
  ...toOwner(row),
  progressVersion: row.progressVersion,
  catalogId: row.catalogId ?? null,
});

const toProjection = (row: DeckRow): DeckProjection => ({
  deckId: row._id,
  cardCount: row.cardCount,
  textBytes: row.textBytes,
  titleKey: row.titleKey,
  recentAt: row.recentAt,
  mastery: row.mastery,
  lastStudied: row.lastStudied,
  nextDueDay: negated(row.dueRank ?? null),
  progressVersion: row.progressVersion,
});

const toStored = (row: DeckRow): StoredDeck => ({ deck: toDeck(row), projection: toProjection(row) });

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

function filterOf(ownerId: number, { titleKey, subjects, categories, difficulty }: DeckMatch) {
  const filter: Owned<DeckRow> = { ownerId };
  if (titleKey !== null) filter.titleKey = new RegExp(titlePattern(escaped(titleKey)));
  if (subjects) filter.subject = mongoose.trusted({ $in: subjects });
  if (categories) filter.category = mongoose.trusted({ $in: categories });
  if (difficulty !== undefined) filter.difficulty = difficulty;
  return filter;
}

/** Index with the fewest candidates for counting matches. */
function countingIndex({ subjects, categories, difficulty }: DeckMatch): Order {
  if (subjects) return bySubject;
  if (categories) return byCategory;
  return indexOf(difficulty === undefined ? 'title' : 'difficulty');
}

/** Keys that another rule made, such as those of an older process during a rollout. */
const keysOfOtherRules = () => ({
  $or: [
    { titleKey: mongoose.trusted({ $lt: titleKeyRule }) },
    { titleKey: mongoose.trusted({ $gte: `${titleKeyRule}\uffff` }) },
  ],
});

/** Changes nothing when the title was replaced in the meantime. */
const keyUpdate = (
  ownerId: number,
  { _id, title }: Pick<DeckRow, '_id' | 'title'>,
): AnyBulkWriteOperation<DeckRow> => ({
  updateOne: { filter: { _id, ownerId, title }, update: { $set: { titleKey: titleKeyOf(title) } } },
});

/** Updates an owner's deck unless a newer version is stored. */
const progressUpdate = (
  { ownerId, deckId, mastery, lastStudied, nextDueDay, version }: ProgressUpdate,
  createdAt: Date,
): AnyBulkWriteOperation<DeckRow> => ({
  updateOne: {
    filter: { _id: deckId, ownerId, progressVersion: mongoose.trusted({ $lt: version }) },
    update: {
      $set: {
        mastery,
        lastStudied,
        recentAt: recentAt({ createdAt, lastStudied }),
        ...(nextDueDay === undefined ? {} : { dueRank: negated(nextDueDay) }),
        progressVersion: version,
      },
    },
  },
});

/** Decks in MongoDB; with a session, calls join its transaction. */
export function createDeckStore(connection: Connection, session: ClientSession | null = null) {
  const decks = collection.on(connection);
  const inSession = session ? { session } : {};

  const findOne = async (filter: Owned<DeckRow>): Promise<Deck | null> => {
    const row = await decks.findOne(filter).session(session).lean<DeckRow>();
    return row && toDeck(row);
  };

  const matching = (ownerId: number, match: DeckMatch) =>
    decks.find(filterOf(ownerId, match)).hint(countingIndex(match)).lean<DeckRow[]>();

  const listQuery = (ownerId: number, match: DeckMatch, sort: DeckSort, page: PageRequest) =>
    decks
      .find(filterOf(ownerId, match))
      .sort(orders[sort])
      .hint(indexOf(sort))
      .skip(skipOf(page))
      .limit(page.perPage)
      .lean<DeckRow[]>();

  /** Creation times of the existing decks among them. */
  async function createdAtOf(updates: readonly ProgressUpdate[]): Promise<Map<number, Date>> {
    const ids = updates.map(({ deckId }) => deckId);
    const rows = await decks
      .find({ _id: mongoose.trusted({ $in: ids }) }, { createdAt: 1 })
      .session(session)
      .lean<Pick<DeckRow, '_id' | 'createdAt'>[]>();
    return new Map(rows.map(({ _id, createdAt }) => [_id, createdAt]));
  }

  /** Writes keys of other rules anew, so that a list by title is complete during and after a rollout. */
  async function renewTitleKeys(ownerId: number): Promise<void> {
    const rows = await decks
      .find({ ownerId, ...keysOfOtherRules() }, { title: 1 })
      .lean<Pick<DeckRow, '_id' | 'title'>[]>();
    if (rows.length > 0)
      await decks.bulkWrite(
        rows.map((row) => keyUpdate(ownerId, row)),
        { ordered: false },
      );
  }

  /** Values of a field, in the order in which decks with them were created. */
  async function valuesOf(ownerId: number, field: 'subject' | 'category'): Promise<string[]> {
    const rows = await decks.aggregate<{ _id: string; first: number }>([
      { $match: { ownerId } },
      { $group: { _id: `$${field}`, first: { $min: '$_id' } } },
    ]);
    return rows.toSorted((left, right) => left.first - right.first).map(({ _id }) => _id);
  }

  return {
    find: (ownerId: number, id: number) => findOne({ _id: id, ownerId }),
    findCopy: (ownerId: number, catalogId: number) =>
      findOne({ ownerId, catalogId: mongoose.trusted({ $eq: catalogId, ...isNumber }) }),

    async findMany(ownerId: number, ids: readonly number[]): Promise<Deck[]> {
      const rows = await decks.find({ _id: mongoose.trusted({ $in: ids }), ownerId }).lean<DeckRow[]>();
      return rows.map(toDeck);
    },

    listQuery,

    async list(ownerId: number, match: DeckMatch, sort: DeckSort, page: PageRequest): Promise<Deck[]> {
      if (match.titleKey !== null || sort === 'title') await renewTitleKeys(ownerId);
      return (await listQuery(ownerId, match, sort, page)).map(toDeck);
    },

    matching,

    async count(ownerId: number, match: DeckMatch): Promise<number> {
      if (match.titleKey !== null) await renewTitleKeys(ownerId);
      return matching(ownerId, match).countDocuments().exec();
    },

    async spellings(ownerId: number): Promise<DeckFacets> {
      const [subjects, categories] = await Promise.all([
        valuesOf(ownerId, 'subject'),
        valuesOf(ownerId, 'category'),
      ]);
      return { subjects, categories };
    },

    /** For internal callers; not limited to an owner. */
    async findOwner(id: number): Promise<DeckOwner | null> {
      const row = await decks.findById(id, { ownerId: 1, createdAt: 1, version: 1 }).lean<DeckRow>();
      return row && toOwner(row);
    },

    /** For internal callers: all decks of an owner, at most 1,000. */
    async listOwned(ownerId: number): Promise<OwnedDeck[]> {
      const fields = { ownerId: 1, createdAt: 1, version: 1, progressVersion: 1, catalogId: 1 };
      const rows = await decks.find({ ownerId }, fields).session(session).lean<DeckRow[]>();
      return rows.map(toOwned).toSorted((a, b) => a.deckId - b.deckId);
    },

    async countOf(ownerIds: readonly number[]): Promise<DeckCounts[]> {
      const rows = await decks.aggregate<Omit<DeckCounts, 'userId'> & { _id: number }>([
        { $match: { ownerId: { $in: [...ownerIds] } } },
        { $group: { _id: '$ownerId', decks: { $sum: 1 }, cards: { $sum: '$cardCount' } } },
      ]);
      return rows.map(({ _id, ...counts }) => ({ userId: _id, ...counts }));
    },

    async findStored(ownerId: number, id: number): Promise<StoredDeck | null> {
      const row = await decks.findOne({ _id: id, ownerId }).session(session).lean<DeckRow>();
      return row && toStored(row);
    },

    async claimStored(ownerId: number, id: number): Promise<StoredDeck | null> {
      // Changes a field so that concurrent transactions conflict; `saveProjection` overwrites it.
      const change = { $inc: { cardCount: 1 } };
      const row = await decks.findOneAndUpdate({ _id: id, ownerId }, change, inSession).lean<DeckRow>();
      return row && toStored(row);
    },

    async saveProjection(ownerId: number, { deckId, nextDueDay, ...fields }: DeckProjection): Promise<void> {
      const dueRank = negated(nextDueDay);
      await decks.updateOne({ _id: deckId, ownerId }, { $set: { ...fields, dueRank } }, inSession);
    },

    async insert(deck: Deck): Promise<void> {
      await insertRow(decks, toRow(deck), inSession);
    },

    async save({ id, ownerId, title, description, subject, category, difficulty, updatedAt, version }: Deck) {
      const fields = { title, titleKey: titleKeyOf(title), description, subject, category, difficulty };
      await decks.updateOne({ _id: id, ownerId }, { $set: { ...fields, updatedAt, version } }, inSession);
    },

    async remove(ownerId: number, id: number): Promise<Deck | null> {
      const row = await decks.findOneAndDelete({ _id: id, ownerId }, inSession).lean<DeckRow>();
      return row && toDeck(row);
    },

    async incrementSize(ownerId: number, id: number, { cardCount, textBytes }: DeckSize) {
      const row = await decks
        .findOneAndUpdate(
          { _id: id, ownerId },
          { $inc: { cardCount, textBytes } },
          { ...inSession, returnDocument: 'after' },
        )
        .lean<DeckRow>();
      return row && toDeck(row);
    },

    async keepProgress(updates: readonly ProgressUpdate[]): Promise<void> {
      const createdAts = await createdAtOf(updates);
      const changes = updates.flatMap((progress) => {
        const createdAt = createdAts.get(progress.deckId);
        return createdAt ? [progressUpdate(progress, createdAt)] : [];
      });
      if (changes.length > 0) await decks.bulkWrite(changes, { ...inSession, ordered: false });
    },

    /** Removes all decks of a learner, at most 1,000. */
    async removeAll(ownerId: number): Promise<void> {
      await decks.deleteMany({ ownerId });
    },
  };
}
