import mongoose, { type ClientSession, type Connection } from 'mongoose';
import { isIn, orders } from '../domain/directory/listing.ts';
import { sliceInOrder } from '../domain/directory/slice-in-order.ts';
import type { DirectoryUser } from '../domain/directory/user.ts';
import type { StoredRow, UserListing } from '../use-cases/ports.ts';
import { readListing } from './kept-listing.ts';
import { createNamePages, formatVersion, namePages } from './name-pages.ts';
import { createSeenPages } from './seen-pages.ts';
import { idsOnPage, isListed, pageOf } from './user-pages.ts';
import { toRow, toUser, userCollection, type UserRow } from './user-rows.ts';
import { createUserStore } from './user-store.ts';

/** Fields of a row without its freshness. */
const printed = ({ _id, stale: _stale, isStale: _isStale, asks: _asks, ...fields }: UserRow): StoredRow => ({
  id: `user:${_id}`,
  fields,
});

/** The listing of users in MongoDB; with a session every call is part of its transaction. */
export function createUserListing(connection: Connection, session: ClientSession | null = null): UserListing {
  const users = userCollection.on(connection);
  const { findMany } = createUserStore(connection, session);
  const names = createNamePages(connection, session);
  const seen = createSeenPages(connection, session);

  /** Reads users in the order of the ids, without those deleted meanwhile. */
  async function readInOrder(ids: readonly number[]): Promise<DirectoryUser[]> {
    const rows = (await findMany(ids)).filter(isListed);
    const byId = new Map(rows.map((user) => [user.id, user]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  return {
    async list(match, sort, limit, offset) {
      const matching = (await readListing(connection)).filter(isIn(match));
      const page = sliceInOrder(matching, offset, offset + limit, orders[sort]);
      return { items: await readInOrder(page.map(({ id }) => id)), total: matching.length };
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

    async rewrite(changed) {
      await names.rewrite(changed);
      await seen.rewrite(changed);
    },

    async formerPages() {
      const present = await namePages
        .on(connection)
        .find({ make: formatVersion }, { _id: 1 })
        .lean<{ _id: number }[]>();
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
      const rows = await users
        .find({ _id: mongoose.trusted({ $gte: from, $lt: until }) })
        .session(session)
        .lean<UserRow[]>();
      const ofPage = rows.map(toUser);
      await names.replace(page, ofPage);
      await seen.replace(page, ofPage);
    },
  };
}
