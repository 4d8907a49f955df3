import { defineCollection, field } from '@kumbuka/service-kit';
import mongoose, { type ClientSession, type Connection, type QueryFilter } from 'mongoose';
import { isIn, orders } from '../domain/directory/listing.ts';
import { sliceInOrder } from '../domain/directory/slice-in-order.ts';
import {
  noUsers,
  totalsOfChanges,
  type DirectoryUser,
  type UserChange,
  type UserTotals,
} from '../domain/directory/user.ts';
import type { StoredRow, UserStore } from '../use-cases/ports.ts';
import { readListing } from './kept-listing.ts';
import { createNamePages, make, namePages } from './name-pages.ts';
import { createSeenPages } from './seen-pages.ts';
import { idsOnPage, isListed, pageOf } from './user-pages.ts';
import {
  expiryIndex,
  newIndex,
  seenIndex,
  toRow,
  toUser,
  userCollection,
  type UserRow,
} from './user-rows.ts';

const totalsCollection = defineCollection({
  model: 'Totals',
  name: 'totals',
  fields: {
    _id: field.oneOf(['users']),
    users: field.number,
    verified: field.number,
    demo: field.number,
    verifiedDemo: field.number,
  },
});

const isChange = ({ before, after }: UserChange) => before !== after;
const isCounted = (totals: UserTotals) => Object.values(totals).some((value) => value !== 0);

/** A row without what only says how fresh it is. */
const printed = ({ _id, stale: _stale, isStale: _isStale, asks: _asks, ...fields }: UserRow): StoredRow => ({
  id: `user:${_id}`,
  fields,
});

/** The user directory in MongoDB; with a session every call is part of its transaction. */
export function createUserStore(connection: Connection, session: ClientSession | null = null): UserStore {
  const users = userCollection.on(connection);
  const totals = totalsCollection.on(connection);
  /** By the driver: Mongoose takes as long as the server over many rows, read or replaced. */
  const rows = connection.collection<UserRow>(users.collection.name);
  const inSession = session ? { session } : {};

  const names = createNamePages(connection, session);
  const seen = createSeenPages(connection, session);
  const find = (filter: QueryFilter<UserRow>) => users.find(filter).session(session);
  const read = async (query: { lean<Rows>(): Promise<Rows> }) => (await query.lean<UserRow[]>()).map(toUser);
  const readMany = async (ids: readonly number[]) => {
    const wanted = { _id: { $in: [...ids] } };
    const found = await rows
      .find(wanted, { ...inSession, hint: { _id: 1 }, batchSize: ids.length + 1 })
      .toArray();
    return found.map(toUser);
  };

  /** Ordered like the ids, without users that were deleted meanwhile. */
  async function readInOrder(ids: readonly number[]): Promise<DirectoryUser[]> {
    const rows = (await readMany(ids)).filter(isListed);
    const byId = new Map(rows.map((user) => [user.id, user]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  return {
    findMany: readMany,

    async save(changes) {
      const changed = changes.filter(isChange);
      if (changed.length === 0) return;
      await rows.bulkWrite(
        changed.map(({ after }) => ({
          replaceOne: { filter: { _id: after.id }, replacement: toRow(after), upsert: true },
        })),
        inSession,
      );
      await names.save(changed);
      await seen.save(changed);
      const added = totalsOfChanges(changed);
      if (isCounted(added))
        await totals.updateOne({ _id: 'users' }, { $inc: added }, { ...inSession, upsert: true });
    },

    findStale: (most) => read(find({ isStale: true }).limit(most)),

    async list(match, sort, limit, offset) {
      const matching = (await readListing(connection)).filter(isIn(match));
      const page = sliceInOrder(matching, offset, offset + limit, orders[sort]);
      return { items: await readInOrder(page.map(({ id }) => id)), total: matching.length };
    },

    countSeenSince: (since) =>
      users
        .countDocuments({ state: 'listed', lastSeenAt: mongoose.trusted({ $gte: since }) })
        .hint(seenIndex)
        .exec(),

    async listIds(after, most) {
      const rows = await users
        .find({ _id: mongoose.trusted({ $gt: after }), state: 'listed' }, { _id: 1 })
        .sort({ _id: 1 })
        .limit(most)
        .lean<{ _id: number }[]>();
      return rows.map(({ _id }) => _id);
    },

    async storedRows(id) {
      const row = await users.findOne({ _id: id, state: 'listed' }).lean<UserRow>();
      return [
        ...(row ? [printed(row)] : []),
        ...(await names.storedRows(id)),
        ...(await seen.storedRows(id)),
      ];
    },

    rowsOf: (user) => (isListed(user) ? [printed(toRow(user)), names.rowOf(user), ...seen.rowsOf(user)] : []),
    async rewriteListing(changed) {
      await names.rewrite(changed);
      await seen.rewrite(changed);
    },

    async formerPages() {
      const present = await namePages.on(connection).find({ make }, { _id: 1 }).lean<{ _id: number }[]>();
      const existing = new Set(present.map(({ _id }) => _id));
      const former: number[] = [];
      for (let from = 0; ;) {
        const next = await users
          .findOne({ _id: mongoose.trusted({ $gte: from }) }, { _id: 1 })
          .sort({ _id: 1 })
          .lean<{ _id: number }>();
        if (!next) return former;
        const page = pageOf(next._id);
        if (!existing.has(page)) former.push(page);
        from = (page + 1) * idsOnPage;
      }
    },
    async rewritePage(page) {
      const [from, until] = [page * idsOnPage, (page + 1) * idsOnPage];
      const ofPage = await read(find({ _id: mongoose.trusted({ $gte: from, $lt: until }) }));
      await names.replace(page, ofPage);
      await seen.replace(page, ofPage);
    },

    async countTotals() {
      const count = (filter: Partial<UserRow>) =>
        users
          .countDocuments({ state: 'listed', ...filter })
          .session(session)
          .exec();
      return {
        users: await count({}),
        verified: await count({ isVerified: true }),
        demo: await count({ isDemo: true }),
        verifiedDemo: await count({ isDemo: true, isVerified: true }),
      };
    },

    async setTotals(counted) {
      await totals.updateOne({ _id: 'users' }, { $set: counted }, { ...inSession, upsert: true });
    },

    countNewSince: (since) =>
      users
        .countDocuments({ state: 'listed', createdAt: mongoose.trusted({ $gte: since }) })
        .hint(newIndex)
        .exec(),

    async findExpired(now, most) {
      const rows = await users
        .find({ state: 'listed', isDemo: true, expiresKey: mongoose.trusted({ $lte: now }) }, { _id: 1 })
        .hint(expiryIndex)
        .limit(most)
        .lean<{ _id: number }[]>();
      return rows.map(({ _id }) => _id);
    },

    totals: async () => (await totals.findById('users', { _id: 0 }).lean<UserTotals>()) ?? noUsers,
  };
}
