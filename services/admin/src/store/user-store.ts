import mongoose, { Schema, type ClientSession, type Connection, type Model } from 'mongoose';
import { noUsers, totalsOfChanges, type UserChange, type UserTotals } from '../domain/directory/user.ts';
import type { UserMatch } from '../domain/directory/listing.ts';
import type { UserStore } from '../use-cases/ports.ts';
import { createUserSearch } from './user-search.ts';
import {
  filterOf,
  indexOf,
  orderOf,
  seenIndexOf,
  toRow,
  toUser,
  userSchema,
  type UserRow,
} from './user-rows.ts';

interface TotalsRow extends UserTotals {
  _id: 'users';
}

const count = { type: Number, required: true };
const totalsSchema = new Schema<TotalsRow>(
  { _id: { type: String, required: true }, users: count, verified: count, demo: count, verifiedDemo: count },
  { collection: 'totals', versionKey: false, strict: 'throw' },
);

const modelsOf = (connection: Connection): { users: Model<UserRow>; totals: Model<TotalsRow> } => ({
  users: connection.models['User'] ?? connection.model<UserRow>('User', userSchema),
  totals: connection.models['Totals'] ?? connection.model<TotalsRow>('Totals', totalsSchema),
});

const isChange = ({ before, after }: UserChange) => before !== after;
const isCounted = (totals: UserTotals) => Object.values(totals).some((value) => value !== 0);

/** The user directory in MongoDB; with a session every call is part of its transaction. */
export function createUserStore(connection: Connection, session: ClientSession | null = null): UserStore {
  const { users, totals } = modelsOf(connection);
  const inSession = session ? { session } : {};

  const search = createUserSearch(connection, session);
  const fewOf = async ({ searchKey }: UserMatch) => (searchKey === null ? null : search.findFew(searchKey));

  const found = async (query: { lean<Rows>(): Promise<Rows> }) => (await query.lean<UserRow[]>()).map(toUser);

  return {
    findMany: (ids) => found(users.find({ _id: mongoose.trusted({ $in: [...ids] }) }).session(session)),

    async save(changes) {
      const changed = changes.filter(isChange);
      if (changed.length === 0) return;
      await users.bulkWrite(
        changed.map(({ after }) => ({
          replaceOne: { filter: { _id: after.id }, replacement: toRow(after), upsert: true },
        })),
        inSession,
      );
      await search.save(changed);
      const added = totalsOfChanges(changed);
      if (isCounted(added))
        await totals.updateOne({ _id: 'users' }, { $inc: added }, { ...inSession, upsert: true });
    },

    findStale: (most) => found(users.find({ isStale: true }).limit(most)),

    async list(match, sort, limit, offset) {
      const few = await fewOf(match);
      const query = users.find(filterOf(match, few)).sort(orderOf(sort)).skip(offset).limit(limit);
      return found(few ? query : query.hint(indexOf(match, sort)));
    },

    async count(match) {
      const few = await fewOf(match);
      const query = users.countDocuments(filterOf(match, few));
      return few ? query.exec() : query.hint(seenIndexOf(match)).exec();
    },

    countNewSince: (since) =>
      users
        .countDocuments({ state: 'listed', createdAt: mongoose.trusted({ $gte: since }) })
        .hint(indexOf({ isDemo: undefined, isVerified: undefined }, 'created_at_desc'))
        .exec(),

    async findExpired(now, most) {
      const rows = await users
        .find({ state: 'listed', isDemo: true, expiresKey: mongoose.trusted({ $lte: now }) }, { _id: 1 })
        .hint(indexOf({ isDemo: true, isVerified: undefined }, 'demo_expires_at_asc'))
        .limit(most)
        .lean<{ _id: number }[]>();
      return rows.map(({ _id }) => _id);
    },

    async totals() {
      const row = await totals.findById('users', { _id: 0 }).lean<UserTotals>();
      return row ?? noUsers;
    },
  };
}
