import mongoose, { type AnyBulkWriteOperation, type ClientSession, type Connection } from 'mongoose';
import { recentAt, type DeckProjection, type ProgressUpdate, type StoredDeck } from '../domain/deck.ts';
import type { DeckProjectionStore } from '../use-cases/ports.ts';
import { deckCollection, toDeck, type DeckRow } from './deck-rows.ts';

/** The day of a rank, and the rank of a day. */
const negated = (value: number | null): number | null => (value === null ? null : 0 - value);

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

/** Derived data of decks, in their rows; with a session, calls join its transaction. */
export function createDeckProjectionStore(
  connection: Connection,
  session: ClientSession | null = null,
): DeckProjectionStore {
  const decks = deckCollection.on(connection);
  const inSession = session ? { session } : {};

  /** Creation times of the existing decks among them. */
  async function createdAtOf(updates: readonly ProgressUpdate[]): Promise<Map<number, Date>> {
    const ids = updates.map(({ deckId }) => deckId);
    const rows = await decks
      .find({ _id: mongoose.trusted({ $in: ids }) }, { createdAt: 1 })
      .session(session)
      .lean<Pick<DeckRow, '_id' | 'createdAt'>[]>();
    return new Map(rows.map(({ _id, createdAt }) => [_id, createdAt]));
  }

  return {
    async find(ownerId, id) {
      const row = await decks.findOne({ _id: id, ownerId }).session(session).lean<DeckRow>();
      return row && toStored(row);
    },

    async claim(ownerId, id) {
      // Changes a field so that concurrent transactions conflict; `save` overwrites it.
      const change = { $inc: { cardCount: 1 } };
      const row = await decks.findOneAndUpdate({ _id: id, ownerId }, change, inSession).lean<DeckRow>();
      return row && toStored(row);
    },

    async save(ownerId, { deckId, nextDueDay, ...fields }) {
      const dueRank = negated(nextDueDay);
      await decks.updateOne({ _id: deckId, ownerId }, { $set: { ...fields, dueRank } }, inSession);
    },

    async keepProgress(updates) {
      const createdAts = await createdAtOf(updates);
      const changes = updates.flatMap((progress) => {
        const createdAt = createdAts.get(progress.deckId);
        return createdAt ? [progressUpdate(progress, createdAt)] : [];
      });
      if (changes.length > 0) await decks.bulkWrite(changes, { ...inSession, ordered: false });
    },
  };
}
