import { isDuplicateKey } from '@kumbuka/service-kit';
import mongoose, { Schema, type ClientSession, type Connection, type Model } from 'mongoose';
import type { Account, DemoOrigin } from '../domain/account/account.ts';
import { EmailTaken, UsernameTaken } from '../domain/errors.ts';
import type { AccountStore } from '../use-cases/ports.ts';

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

/** Accounts in MongoDB; with a session, calls join its transaction. */
export function createAccountStore(
  connection: Connection,
  session: ClientSession | null = null,
): AccountStore {
  const users = modelOf(connection);
  const inSession = session ? { session } : {};

  const findOne = async (filter: Partial<AccountRow>): Promise<Account | null> => {
    const row = await users.findOne(filter).session(session).lean<AccountRow>();
    return row && toAccount(row);
  };

  return {
    find: (id) => findOne({ _id: id }),
    findByEmail: (emailKey) => findOne({ emailKey }),

    async findMany(ids) {
      const rows = await users
        .find({ _id: mongoose.trusted({ $in: ids }) })
        .session(session)
        .lean<AccountRow[]>();
      return rows.map(toAccount);
    },

    async findByEmails(emailKeys) {
      const rows = await users
        .find({ emailKey: mongoose.trusted({ $in: [...emailKeys] }) })
        .lean<AccountRow[]>();
      return rows.map(toAccount);
    },

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

    async findTaken({ emailKey, usernameKey }) {
      const either = { $or: [{ emailKey }, { usernameKey }] };
      const rows = await users.find(either, { emailKey: 1 }).lean<Pick<AccountRow, 'emailKey'>[]>();
      if (rows.length === 0) return null;
      return rows.some((row) => row.emailKey === emailKey) ? 'email' : 'username';
    },

    async insert(accounts) {
      await users.collection.insertMany(accounts.map(toRow) as object[], inSession).catch(refuseTaken);
    },

    async findRivals(keys) {
      const emailKey = mongoose.trusted({ $in: keys.map((each) => each.emailKey) });
      const usernameKey = mongoose.trusted({ $in: keys.map((each) => each.usernameKey) });
      const rows = await users.find({ $or: [{ emailKey }, { usernameKey }] }).lean<AccountRow[]>();
      return rows.map(toAccount);
    },

    async save(accounts) {
      const operations = accounts.map(({ id, ...fields }) => ({
        updateOne: { filter: { _id: id }, update: { $set: fields } },
      }));
      await users.bulkWrite(operations, inSession).catch(refuseTaken);
    },

    async remove(ids) {
      await users.deleteMany({ _id: mongoose.trusted({ $in: [...ids] }) }, inSession);
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
