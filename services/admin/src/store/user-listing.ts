import type { ClientSession, Connection } from 'mongoose';
import { hasReached } from '../domain/directory/funnel.ts';
import { isIn, orders, type NewUsers } from '../domain/directory/listing.ts';
import { sliceInOrder } from '../domain/directory/slice-in-order.ts';
import type { DirectoryUser } from '../domain/directory/user.ts';
import type { StoredRow, UserListing } from '../use-cases/ports.ts';
import { readListing } from './kept-listing.ts';
import { createNamePages } from './name-pages.ts';
import { createSeenPages } from './seen-pages.ts';
import { isListed } from './user-pages.ts';
import { toRow, userCollection, type UserRow } from './user-rows.ts';
import { createUserStore } from './user-store.ts';

/** Fields of a row without its freshness. */
const printed = ({ _id, stale: _stale, isStale: _isStale, asks: _asks, ...fields }: UserRow): StoredRow => ({
  id: `user:${_id}`,
  fields,
});

/** The listing of users in MongoDB; with a session every call is part of its transaction. */
export function createUserListing(connection: Connection, session: ClientSession | null = null): UserListing {
  const users = userCollection.on(connection);
  const { findMany, listNew } = createUserStore(connection, session);
  const names = createNamePages(connection, session);
  const seen = createSeenPages(connection, session);

  /** Reads users in the order of the ids, without those deleted meanwhile. */
  async function readInOrder(ids: readonly number[]): Promise<DirectoryUser[]> {
    const rows = (await findMany(ids)).filter(isListed);
    const byId = new Map(rows.map((user) => [user.id, user]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  const idsOf = async ({ period, step }: NewUsers) =>
    new Set((await listNew(period)).filter((user) => hasReached(user, step)).map(({ id }) => id));

  return {
    async list(match, sort, limit, offset) {
      const newIds = match.newUsers && (await idsOf(match.newUsers));
      const isMatch = isIn(match);
      const matching = (await readListing(connection)).filter(
        (user) => isMatch(user) && (newIds === null || newIds.has(user.id)),
      );
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
  };
}
