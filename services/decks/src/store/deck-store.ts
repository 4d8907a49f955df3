import { skipOf, type PageRequest } from '@kumbuka/contracts';
import { insertRow, type Owned } from '@kumbuka/service-kit';
import mongoose, { type ClientSession, type Connection } from 'mongoose';
import { titleKeyOf, titlePattern, type Deck, type DeckSize } from '../domain/deck.ts';
import type { DeckFacets, DeckMatch, DeckSort } from '../domain/listing.ts';
import {
  byCategory,
  bySubject,
  changeOfLanguages,
  deckCollection,
  indexOf,
  isNumber,
  orders,
  toDeck,
  toRow,
  type DeckRow,
  type Order,
} from './deck-rows.ts';
import { withClientIds } from './client-ids.ts';
import { renewTitleKeys } from './title-keys.ts';

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

/** Decks in MongoDB; with a session, calls join its transaction. */
export function createDeckStore(connection: Connection, session: ClientSession | null = null) {
  const decks = deckCollection.on(connection);
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
    findByClientId: (ownerId: number, clientId: string) =>
      findOne(withClientIds<DeckRow>(ownerId, [clientId])),
    findCopy: (ownerId: number, catalogId: number) =>
      findOne({ ownerId, catalogId: mongoose.trusted({ $eq: catalogId, ...isNumber }) }),

    async findMany(ownerId: number, ids: readonly number[]): Promise<Deck[]> {
      const rows = await decks.find({ _id: mongoose.trusted({ $in: ids }), ownerId }).lean<DeckRow[]>();
      return rows.map(toDeck);
    },

    async findAll(ownerId: number): Promise<Deck[]> {
      const rows = await decks.find({ ownerId }).session(session).lean<DeckRow[]>();
      return rows.map(toDeck);
    },

    listQuery,

    async list(ownerId: number, match: DeckMatch, sort: DeckSort, page: PageRequest): Promise<Deck[]> {
      if (match.titleKey !== null || sort === 'title') await renewTitleKeys(connection, ownerId);
      return (await listQuery(ownerId, match, sort, page)).map(toDeck);
    },

    matching,

    async count(ownerId: number, match: DeckMatch): Promise<number> {
      if (match.titleKey !== null) await renewTitleKeys(connection, ownerId);
      return matching(ownerId, match).countDocuments().exec();
    },

    async spellings(ownerId: number): Promise<DeckFacets> {
      const [subjects, categories] = await Promise.all([
        valuesOf(ownerId, 'subject'),
        valuesOf(ownerId, 'category'),
      ]);
      return { subjects, categories };
    },

    async insert(deck: Deck): Promise<void> {
      await insertRow(decks, toRow(deck), inSession);
    },

    async save({ id, ownerId, updatedAt, version, ...deck }: Deck) {
      const { title, description, subject, category, difficulty } = deck;
      const { named, $unset } = changeOfLanguages(deck);
      const fields = { title, titleKey: titleKeyOf(title), description, subject, category, difficulty };
      await decks.updateOne(
        { _id: id, ownerId },
        { $set: { ...fields, ...named, updatedAt, version }, $unset },
        inSession,
      );
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

    /** Removes all decks of a learner, at most 1,000. */
    async removeAll(ownerId: number): Promise<void> {
      await decks.deleteMany({ ownerId });
    },
  };
}
