import { insertRows, isDuplicateKey } from '@kumbuka/service-kit';
import mongoose, {
  Schema,
  type ClientSession,
  type Connection,
  type Model,
  type QueryFilter,
} from 'mongoose';
import { accountKeysOf, accountOf, areRivals, haveSame, isOlder } from '../domain/account/account-keys.ts';
import type { Account, DemoOrigin } from '../domain/account/account.ts';
import { EmailTaken, UsernameTaken } from '../domain/errors.ts';
import type { AccountStore } from '../use-cases/ports.ts';
import {
  createAccountKeyRows,
  keyFields,
  keysRowOf,
  storedEmailKey,
  storedUsernameKey,
  type AccountKeysRow,
} from './account-key-rows.ts';

interface AccountRow extends Omit<Account, 'id'> {
  _id: number;
}

const demoOrigin = new Schema<DemoOrigin>(
  { batchId: { type: String, required: true }, expiresAt: { type: Date, default: null } },
  { _id: false, strict: 'throw' },
);
const schema = new Schema<AccountRow>(
  {
    _id: { type: Number, required: true },
    email: { type: String, required: true },
    emailKey: { type: String, required: true },
    username: { type: String, required: true },
    usernameKey: { type: String, required: true },
    passwordHash: { type: String, default: null },
    emailVerifiedAt: { type: Date, default: null },
    signedUpFrom: { type: String, default: null },
    isDemo: { type: Boolean, required: true },
    demo: { type: demoOrigin, default: null },
    role: { type: String, required: true, enum: ['learner', 'admin'] },
    language: { type: String, required: true },
    tokenEpoch: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    lastSeenAt: { type: Date, default: null },
    version: { type: Number, required: true },
  },
  { collection: 'users', versionKey: false, strict: 'throw' },
);
schema.index({ emailKey: 1 }, { unique: true });
schema.index({ usernameKey: 1 }, { unique: true });
/** Contains only unverified accounts, so the purge reads nothing else. */
schema.index({ createdAt: 1 }, { partialFilterExpression: { emailVerifiedAt: null } });
/** Contains only operators. */
schema.index({ role: 1, _id: 1 }, { partialFilterExpression: { role: 'admin' } });

const modelOf = (connection: Connection): Model<AccountRow> =>
  connection.models['User'] ?? connection.model<AccountRow>('User', schema);

const toRow = ({ id, ...account }: Account): AccountRow => ({ _id: id, ...account });
/** Rows written before batches existed lack the field. */
const toAccount = ({ _id, ...row }: AccountRow): Account => ({ id: _id, ...row, demo: row.demo ?? null });

/** Detects the index by the error message, because bulk write errors contain nothing else. */
function refuseTaken(error: unknown): never {
  if (!isDuplicateKey(error)) throw error;
  throw error.message.includes('index: usernameKey_1 ') ? new UsernameTaken() : new EmailTaken();
}

function ignoreTaken(error: unknown) {
  if (!isDuplicateKey(error)) throw error;
}

/** Accounts in MongoDB; with a session, calls join its transaction. */
export function createAccountStore(
  connection: Connection,
  session: ClientSession | null = null,
): AccountStore {
  const users = modelOf(connection);
  const keyRows = createAccountKeyRows(connection, session);
  const inSession = session ? { session } : {};

  const findOne = async (filter: Partial<AccountRow>): Promise<Account | null> => {
    const row = await users.findOne(filter).session(session).lean<AccountRow>();
    return row && toAccount(row);
  };

  const findAll = async (filter: QueryFilter<AccountRow>): Promise<Account[]> => {
    const rows = await users.find(filter).session(session).lean<AccountRow[]>();
    return rows.map(toAccount);
  };
  const isOneOf = <Value extends number | string>(values: readonly Value[]) =>
    mongoose.trusted({ $in: [...values] });
  const findMany = (ids: readonly number[]) => findAll({ _id: isOneOf(ids) });

  /** Accounts with keys of either rule; those known by the first may lack a row of keys. */
  async function withOwners(accounts: readonly Account[], owners: readonly AccountKeysRow[]) {
    const ids = new Set(accounts.map(({ id }) => id));
    const more = owners.filter(({ _id }) => !ids.has(_id)).map(({ _id }) => _id);
    return more.length === 0 ? [...accounts] : [...accounts, ...(await findMany(more))];
  }

  /** Frees keys that an older process left behind when it renamed or deleted an account. */
  async function freeLeft(owners: readonly AccountKeysRow[], accounts: readonly Account[]) {
    const rowOf = new Map(accounts.map((account) => [account.id, keysRowOf(account)]));
    for (const owner of owners)
      for (const field of keyFields) {
        const key = owner[field];
        if (key !== undefined && rowOf.get(owner._id)?.[field] !== key)
          await keyRows.unset(owner._id, field, key);
      }
  }

  const findByEmails: AccountStore['findByEmails'] = async (emails) => {
    const [current, former] = [emails.map((each) => each.current), emails.map((each) => each.former)];
    const accounts = await findAll({ emailKey: isOneOf([...new Set([...current, ...former])]) });
    return withOwners(accounts, await keyRows.findByEmails(current.map(storedEmailKey)));
  };

  const findRivals: AccountStore['findRivals'] = async (keys) => {
    const emails = keys.map(({ email }) => email);
    const usernames = keys.map(({ username }) => username);
    const found = await findAll({
      $or: [
        { emailKey: isOneOf(emails.flatMap(({ current, former }) => [current, former])) },
        { usernameKey: isOneOf(usernames.flatMap(({ current, former }) => [current, former])) },
      ],
    });
    const owners = await keyRows.findByKeys(
      emails.map(({ current }) => storedEmailKey(current)),
      usernames.map(({ current }) => storedUsernameKey(current)),
    );
    const accounts = await withOwners(found, owners);
    await freeLeft(owners, accounts);
    return accounts.filter((account) => keys.some((each) => areRivals(each, accountKeysOf(account))));
  };

  return {
    find: (id) => findOne({ _id: id }),
    findMany,
    async findByEmail(email) {
      return accountOf(email, await findByEmails([email]));
    },
    findByEmails,

    async listIds(after, most) {
      const rows = await users
        .find({ _id: mongoose.trusted({ $gt: after }) }, { _id: 1 })
        .sort({ _id: 1 })
        .limit(most)
        .lean<{ _id: number }[]>();
      return rows.map(({ _id }) => _id);
    },

    async findOperators(limit) {
      const rows = await users.find({ role: 'admin' }).sort({ _id: 1 }).limit(limit).lean<AccountRow[]>();
      return rows.map(toAccount);
    },

    async insert(accounts) {
      await insertRows(users, accounts.map(toRow), inSession).catch(refuseTaken);
      await keyRows.insert(accounts.map(keysRowOf)).catch(refuseTaken);
    },

    findRivals,

    async claim(account, name) {
      const keys = accountKeysOf(account);
      const rivals = await findRivals([keys]);
      const isTaken = rivals.some(
        (rival) => rival.id !== account.id && haveSame(name, accountKeysOf(rival), keys),
      );
      if (isTaken) throw name === 'email' ? new EmailTaken() : new UsernameTaken();
      const field = `${name}Key` as const;
      await keyRows.set(account.id, field, keysRowOf(account)[field]).catch(refuseTaken);
    },

    async save(accounts) {
      const operations = accounts.map(({ id, ...fields }) => ({
        updateOne: { filter: { _id: id }, update: { $set: fields } },
      }));
      await users.bulkWrite(operations, inSession).catch(refuseTaken);
    },

    async remove(ids) {
      await users.deleteMany({ _id: isOneOf(ids) }, inSession);
      await keyRows.remove(ids);
    },

    async addKeys(ids) {
      const wanted = (await findMany(ids)).map(keysRowOf);
      const present = new Set((await keyRows.findOfAccounts(ids)).map(({ _id }) => _id));
      await keyRows
        .insert(
          wanted.filter(({ _id }) => !present.has(_id)),
          false,
        )
        .catch(ignoreTaken);
      const stored = new Map((await keyRows.findOfAccounts(ids)).map((row) => [row._id, row]));
      return wanted
        .filter((row) => keyFields.some((field) => stored.get(row._id)?.[field] !== row[field]))
        .map(({ _id }) => _id);
    },

    async settleKeys(id) {
      const account = await findOne({ _id: id });
      if (!account) return;
      for (const field of keyFields) {
        const key = keysRowOf(account)[field];
        const owner = await keyRows.findOwner(field, key);
        if (owner?._id === id) continue;
        const rival = owner && (await findOne({ _id: owner._id }));
        const isTheirs = rival && keysRowOf(rival)[field] === key && isOlder(rival, account);
        if (owner && !isTheirs) await keyRows.clear(owner._id, field);
        await (isTheirs ? keyRows.clear(id, field) : keyRows.set(id, field, key));
      }
    },

    async dropLeftKeys(after, until) {
      const ids = await keyRows.listIds(after, until);
      const present = new Set((await findMany(ids)).map(({ id }) => id));
      const left = ids.filter((id) => !present.has(id));
      if (left.length > 0) await keyRows.remove(left);
    },

    async replaceHash({ id, passwordHash }, stronger) {
      await users.updateOne({ _id: id, passwordHash }, { $set: { passwordHash: stronger } });
    },

    async findUnverified(createdUntil, limit) {
      const rows = await users
        .find({ emailVerifiedAt: null, createdAt: mongoose.trusted({ $lte: createdUntil }) }, { _id: 1 })
        .sort({ createdAt: 1 })
        .limit(limit)
        .lean<{ _id: number }[]>();
      return rows.map(({ _id }) => _id);
    },
  };
}
