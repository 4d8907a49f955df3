import type { UserSort } from '@kumbuka/contracts';
import mongoose, { Schema, type ClientSession, type Connection, type Model } from 'mongoose';
import { countedBy, type UserMatch } from '../domain/directory/listing.ts';
import { firstOf } from '../domain/directory/first-of.ts';
import { cheapestWay, type Way } from '../domain/directory/reading.ts';
import { noUsers, totalsOfChanges, type UserChange, type UserTotals } from '../domain/directory/user.ts';
import type { StoredRow, UserStore } from '../use-cases/ports.ts';
import { createNamePages, type Entry } from './name-pages.ts';
import {
  filterOf,
  indexOf,
  nameOrderOf,
  orderOf,
  seenIndexOf,
  toRow,
  toUser,
  userSchema,
  type NameOrder,
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

interface Narrowed {
  /** Those whose name or address fits a search. */
  found: readonly Entry[] | null;
  seen: number | null;
}

interface Page {
  sort: UserSort;
  limit: number;
  offset: number;
}

const idsOf = (found: readonly Entry[]) => found.map(({ id }) => id);

const surrogate = /[\ud800-\udfff]/;

/** Strings as MongoDB orders them, by their bytes: other than by their code units only beyond the basic plane. */
function compareText(left: string, right: string): number {
  if (surrogate.test(left) || surrogate.test(right))
    return Buffer.compare(Buffer.from(left), Buffer.from(right));
  return left < right ? -1 : 1;
}

/** Ties go by id. */
const inNameOrder =
  ({ part, direction }: NameOrder) =>
  (left: Entry, right: Entry) =>
    direction * (left[part] === right[part] ? left.id - right.id : compareText(left[part], right[part]));

/** A row without what only says how fresh it is. */
const printed = ({ _id, stale: _stale, isStale: _isStale, asks: _asks, ...fields }: UserRow): StoredRow => ({
  id: `user:${_id}`,
  fields,
});

/** The user directory in MongoDB; with a session every call is part of its transaction. */
export function createUserStore(connection: Connection, session: ClientSession | null = null): UserStore {
  const { users, totals } = modelsOf(connection);
  const inSession = session ? { session } : {};

  const names = createNamePages(connection, session);
  const readTotals = async () => (await totals.findById('users', { _id: 0 }).lean<UserTotals>()) ?? noUsers;
  const countSeen = (match: UserMatch) =>
    users
      .countDocuments(filterOf({ ...match, searchKey: null }))
      .hint(seenIndexOf(match))
      .exec();

  /** How many were both found and seen: by whichever are fewer. */
  async function countBoth(match: UserMatch, ids: readonly number[], seen: number): Promise<number> {
    if (ids.length <= seen) return users.countDocuments(filterOf(match, ids)).hint({ _id: 1 }).exec();
    const rows = await users
      .find(filterOf({ ...match, searchKey: null }), { _id: 1 })
      .hint(seenIndexOf(match))
      .lean<{ _id: number }[]>();
    const wanted = new Set(ids);
    return rows.filter(({ _id }) => wanted.has(_id)).length;
  }

  async function countMatches(
    match: UserMatch,
    known: UserTotals,
    { found, seen }: Narrowed,
  ): Promise<number> {
    if (found === null) return seen ?? countedBy(known, match) ?? known.users;
    return seen === null ? found.length : countBoth(match, idsOf(found), seen);
  }

  /** Whom search and activity leave, each by itself; null without such a filter. */
  async function narrow(match: UserMatch): Promise<Narrowed> {
    const [found, seen] = await Promise.all([
      match.searchKey === null ? null : names.find(match.searchKey, match),
      match.seenSince === null ? null : countSeen(match),
    ]);
    return { found, seen };
  }

  function listBy(way: Way, match: UserMatch, found: readonly Entry[] | null, sort: UserSort) {
    if (way === 'found' && found) return users.find(filterOf(match, idsOf(found))).hint({ _id: 1 });
    return users.find(filterOf(match)).hint(way === 'seen' ? seenIndexOf(match) : indexOf(match, sort));
  }

  const read = async (query: { lean<Rows>(): Promise<Rows> }) => (await query.lean<UserRow[]>()).map(toUser);
  const readMany = (ids: readonly number[]) =>
    read(users.find({ _id: mongoose.trusted({ $in: [...ids] }) }).session(session));

  /** The pages know who comes first by name or address: only the rows of the page that is asked for are read. */
  async function listByName(found: readonly Entry[], order: NameOrder, limit: number, offset: number) {
    const page = firstOf(found, offset + limit, inNameOrder(order)).slice(offset);
    const rows = (await readMany(idsOf(page))).filter(({ state }) => state === 'listed');
    const byId = new Map(rows.map((user) => [user.id, user]));
    return page.flatMap(({ id }) => byId.get(id) ?? []);
  }

  function listPage(match: UserMatch, known: UserTotals, { found, seen }: Narrowed, page: Page) {
    const { sort, limit, offset } = page;
    const nameOrder = nameOrderOf(sort);
    if (found && seen === null && nameOrder) return listByName(found, nameOrder, limit, offset);
    const end = offset + limit;
    const way = cheapestWay({ users: known.users, found: found && found.length, seen, end });
    return read(listBy(way, match, found, sort).sort(orderOf(sort)).skip(offset).limit(limit));
  }

  return {
    findMany: readMany,

    async save(changes) {
      const changed = changes.filter(isChange);
      if (changed.length === 0) return;
      await users.bulkWrite(
        changed.map(({ after }) => ({
          replaceOne: { filter: { _id: after.id }, replacement: toRow(after), upsert: true },
        })),
        inSession,
      );
      await names.save(changed);
      const added = totalsOfChanges(changed);
      if (isCounted(added))
        await totals.updateOne({ _id: 'users' }, { $inc: added }, { ...inSession, upsert: true });
    },

    findStale: (most) => read(users.find({ isStale: true }).limit(most)),

    async list(match, sort, limit, offset) {
      const [known, narrowed] = await Promise.all([readTotals(), narrow(match)]);
      const [items, total] = await Promise.all([
        listPage(match, known, narrowed, { sort, limit, offset }),
        countMatches(match, known, narrowed),
      ]);
      return { items, total };
    },

    countSeenSince: (since) =>
      countSeen({ searchKey: null, seenSince: since, isDemo: undefined, isVerified: undefined }),

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
      return [...(row ? [printed(row)] : []), ...(await names.storedRows(id))];
    },

    rowsOf: (user) => (user.state === 'listed' ? [printed(toRow(user)), names.rowOf(user)] : []),
    rewriteNames: names.rewrite,

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

    totals: readTotals,
  };
}
