import { skipOf, type PageRequest } from '@kumbuka/contracts';
import { insertRows, type Owned } from '@kumbuka/service-kit';
import mongoose, { type ClientSession, type Connection } from 'mongoose';
import { addSize, sizeOf, type Card, type CardSides } from '../domain/card.ts';
import { emptyDeck, type DeckSize } from '../domain/deck.ts';
import { withClientIds } from './client-ids.ts';
import { createUseNoter } from './media-rows.ts';
import {
  cardCollection,
  cardsOfDeckIndex,
  isStoredNote,
  notesOfDeckIndex,
  oldestFirst,
  toCard,
  toRow,
  withFormat,
  type CardRow,
} from './card-rows.ts';

const eraseBatch = 1_000;
/** Batch size when a whole deck is read; other clients get their turn between batches. */
const rowsAtOnce = 500;

/** Cards in MongoDB; with a session, calls join its transaction. */
export function createCardStore(connection: Connection, session: ClientSession | null = null) {
  const cards = cardCollection.on(connection);
  const inSession = session ? { session } : {};
  const noteUsed = createUseNoter(connection, session);
  /** Cards of one owner. */
  const noteUsedBy = async (written: readonly Pick<Card, 'ownerId' | 'front' | 'back'>[]) =>
    noteUsed(
      written[0]?.ownerId ?? 0,
      written.flatMap(({ front, back }) => [front, back]),
    );
  const ofDeck = (ownerId: number, deckId: number) =>
    cards.find({ ownerId, deckId }).sort(oldestFirst).hint(cardsOfDeckIndex);

  const findOne = async (filter: Owned<CardRow>): Promise<Card | null> => {
    const row = await cards.findOne(filter).session(session).lean<CardRow>();
    return row && toCard(row);
  };

  return {
    ofDeck,
    find: (ownerId: number, id: number) => findOne({ _id: id, ownerId }),

    async findMany(ownerId: number, ids: readonly number[]): Promise<Card[]> {
      const rows = await cards
        .find({ _id: mongoose.trusted({ $in: ids }), ownerId })
        .session(session)
        .lean<CardRow[]>();
      return rows.map(toCard);
    },

    async findInRange(ownerId: number, firstId: number, count: number, limit: number): Promise<Card[]> {
      const _id = mongoose.trusted({ $gte: firstId, $lt: firstId + count });
      const rows = await cards.find({ _id, ownerId }).limit(limit).session(session).lean<CardRow[]>();
      return rows.map(toCard);
    },

    async countInRange(ownerId: number, deckId: number, firstId: number, count: number): Promise<number> {
      const _id = mongoose.trusted({ $gte: firstId, $lt: firstId + count });
      return cards.countDocuments({ _id, ownerId, deckId }).session(session).exec();
    },

    async findByClientIds(ownerId: number, clientIds: readonly string[]): Promise<Card[]> {
      if (clientIds.length === 0) return [];
      const rows = await cards
        .find(withClientIds<CardRow>(ownerId, clientIds))
        .session(session)
        .lean<CardRow[]>();
      return rows.map(toCard);
    },

    async findByFronts(ownerId: number, deckId: number, fronts: readonly string[]): Promise<CardSides[]> {
      return cards
        .find({ ownerId, deckId, front: mongoose.trusted({ $in: [...fronts] }) }, { front: 1, back: 1 })
        .hint(cardsOfDeckIndex)
        .session(session)
        .lean<CardSides[]>();
    },

    async page(ownerId: number, deckId: number, page: PageRequest): Promise<Card[]> {
      const rows = await ofDeck(ownerId, deckId).skip(skipOf(page)).limit(page.perPage).lean<CardRow[]>();
      return rows.map(toCard);
    },

    async *batches(ownerId: number, deckId: number): AsyncGenerator<Card[]> {
      // By the driver, whose cursor gives whole batches.
      const rows = cards.collection.find<CardRow>(
        { ownerId, deckId },
        { sort: oldestFirst, hint: cardsOfDeckIndex, batchSize: rowsAtOnce },
      );
      while (await rows.hasNext()) yield rows.readBufferedDocuments().map(toCard);
    },

    async ofWholeDeck(ownerId: number, deckId: number): Promise<Card[]> {
      return (await ofDeck(ownerId, deckId).session(session).lean<CardRow[]>()).map(toCard);
    },

    /** Counts the cards of a deck and their bytes by reading them. */
    async sizeOf(ownerId: number, deckId: number): Promise<DeckSize> {
      const rows = cards
        .find({ ownerId, deckId }, { front: 1, back: 1 })
        .session(session)
        .batchSize(rowsAtOnce)
        .lean<CardSides[]>()
        .cursor();
      let size = emptyDeck;
      for await (const card of rows) size = addSize(size, sizeOf([card]));
      return size;
    },

    async ofNotes(ownerId: number, noteIds: readonly number[]): Promise<Card[]> {
      const rows = await cards
        .find({ ownerId, noteId: mongoose.trusted({ $in: [...noteIds], ...isStoredNote }) })
        .session(session)
        .lean<CardRow[]>();
      return rows.map(toCard).toSorted((a, b) => a.number - b.number);
    },

    async noteIdsOfDeck(ownerId: number, deckId: number): Promise<number[]> {
      const rows = await cards
        .find({ ownerId, deckId, noteId: mongoose.trusted(isStoredNote) }, { noteId: 1, _id: 0 })
        .hint(notesOfDeckIndex)
        .session(session)
        .lean<{ noteId: number }[]>();
      return [...new Set(rows.map(({ noteId }) => noteId))];
    },

    async insert(added: readonly Card[]): Promise<void> {
      await insertRows(cards, added.map(toRow), inSession);
      await noteUsedBy(added);
    },

    async save({ id, ownerId, front, back, format, updatedAt, version }: Card): Promise<void> {
      const change = withFormat(format, { front, back, updatedAt, version });
      await cards.updateOne({ _id: id, ownerId }, change, inSession);
      await noteUsedBy([{ ownerId, front, back }]);
    },

    async saveContents(changed: readonly Card[]): Promise<void> {
      if (changed.length === 0) return;
      await cards.bulkWrite(
        changed.map(({ id, ownerId, front, back, format, tags, updatedAt, version }) => ({
          updateOne: {
            filter: { _id: id, ownerId },
            update: withFormat(format, { front, back, tags: [...tags], updatedAt, version }),
          },
        })),
        inSession,
      );
      await noteUsedBy(changed);
    },

    async saveMarks(marked: readonly Card[]): Promise<void> {
      await cards.bulkWrite(
        marked.map(({ id, ownerId, suspended, flagged, version }) => ({
          updateOne: { filter: { _id: id, ownerId }, update: { $set: { suspended, flagged, version } } },
        })),
        inSession,
      );
    },

    async saveMoves(moved: readonly Card[]): Promise<void> {
      await cards.bulkWrite(
        moved.map(({ id, ownerId, deckId, version }) => ({
          updateOne: { filter: { _id: id, ownerId }, update: { $set: { deckId, version } } },
        })),
        inSession,
      );
    },

    async remove(ownerId: number, id: number): Promise<Card | null> {
      const row = await cards.findOneAndDelete({ _id: id, ownerId }, inSession).lean<CardRow>();
      return row && toCard(row);
    },

    async removeMany(ownerId: number, ids: readonly number[]): Promise<void> {
      await cards.deleteMany({ _id: mongoose.trusted({ $in: [...ids] }), ownerId }, inSession);
    },

    async removeOfDeck(ownerId: number, deckId: number): Promise<void> {
      await cards.deleteMany({ ownerId, deckId }, inSession);
    },

    /** Removes up to 1,000 cards of a learner; false when none were left. */
    async removeSome(ownerId: number): Promise<boolean> {
      const rows = await cards.find({ ownerId }, { _id: 1 }).limit(eraseBatch).lean<Pick<CardRow, '_id'>[]>();
      if (rows.length === 0) return false;
      await cards.deleteMany({ _id: mongoose.trusted({ $in: rows.map(({ _id }) => _id) }), ownerId });
      return true;
    },
  };
}
