import mongoose, { type ClientSession, type Connection } from 'mongoose';
import { totalsOfChanges, type UserChange, type UserTotals } from '../domain/directory/user.ts';
import type { UserStore } from '../use-cases/ports.ts';
import { createNamePages } from './name-pages.ts';
import { createSeenPages } from './seen-pages.ts';
import { createTotalsStore } from './totals-store.ts';
import {
  expiryIndex,
  newIndex,
  seenIndex,
  toRow,
  toUser,
  userCollection,
  type UserRow,
} from './user-rows.ts';

const isChange = ({ before, after }: UserChange) => before !== after;
const newFields = { createdAt: 1, isVerified: 1, answers: 1, lastSeenAt: 1 } as const;
const isCounted = (totals: UserTotals) => Object.values(totals).some((value) => value !== 0);

/** The user directory in MongoDB; with a session every call is part of its transaction. */
export function createUserStore(connection: Connection, session: ClientSession | null = null): UserStore {
  const users = userCollection.on(connection);
  const totals = createTotalsStore(connection, session);
  /** Native collection, because for many rows Mongoose takes as long as the server. */
  const rows = connection.collection<UserRow>(users.collection.name);
  const inSession = session ? { session } : {};

  const names = createNamePages(connection, session);
  const seen = createSeenPages(connection, session);

  return {
    async findMany(ids) {
      const wanted = { _id: { $in: [...ids] } };
      const found = await rows
        .find(wanted, { ...inSession, hint: { _id: 1 }, batchSize: ids.length + 1 })
        .toArray();
      return found.map(toUser);
    },

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
      if (isCounted(added)) await totals.add(added);
    },

    async findStale(limit) {
      const stale = await users.find({ isStale: true }).session(session).limit(limit).lean<UserRow[]>();
      return stale.map(toUser);
    },

    countSeenSince: (since) =>
      users
        .countDocuments({ state: 'listed', lastSeenAt: mongoose.trusted({ $gte: since }) })
        .hint(seenIndex)
        .exec(),

    async listIds(after, limit) {
      const rows = await users
        .find({ _id: mongoose.trusted({ $gt: after }), state: 'listed' }, { _id: 1 })
        .sort({ _id: 1 })
        .limit(limit)
        .lean<{ _id: number }[]>();
      return rows.map(({ _id }) => _id);
    },

    countNewSince: (since) =>
      users
        .countDocuments({ state: 'listed', createdAt: mongoose.trusted({ $gte: since }) })
        .hint(newIndex)
        .exec(),

    async listNew({ from, to }) {
      const signedUp = { $gte: from, ...(to && { $lt: to }) };
      const found = await rows
        .find(
          { state: 'listed', isDemo: false, createdAt: signedUp },
          { ...inSession, hint: newIndex, projection: newFields },
        )
        .toArray();
      return found.map(({ _id: id, ...user }) => ({ id, ...user }));
    },

    async findExpired(now, limit) {
      const rows = await users
        .find({ state: 'listed', isDemo: true, expiresKey: mongoose.trusted({ $lte: now }) }, { _id: 1 })
        .hint(expiryIndex)
        .limit(limit)
        .lean<{ _id: number }[]>();
      return rows.map(({ _id }) => _id);
    },
  };
}
