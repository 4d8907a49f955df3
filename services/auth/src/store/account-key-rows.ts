import { emailKey, emailRule, identityKey, identityRule } from '@kumbuka/text';
import { defineCollection, field, insertRows, isDuplicateKey, type RowOf } from '@kumbuka/service-kit';
import mongoose, { type ClientSession, type Connection } from 'mongoose';
import type { Account } from '../domain/account/account.ts';
import { EmailTaken, UsernameTaken } from '../domain/errors.ts';

/**
 * Keys of today's rule, which begin with its number. They have a collection of their own, because older processes refuse
 * unknown fields of accounts. A key is missing where an older account has it.
 */
const collection = defineCollection({
  model: 'AccountKeys',
  name: 'account_keys',
  fields: {
    /** Id of the account. */
    _id: field.number,
    emailKey: String,
    usernameKey: String,
  },
});
collection.schema.index({ emailKey: 1 }, { unique: true, sparse: true });
collection.schema.index({ usernameKey: 1 }, { unique: true, sparse: true });
export type AccountKeysRow = RowOf<typeof collection>;

export type KeyField = 'emailKey' | 'usernameKey';
export const keyFields: readonly KeyField[] = ['emailKey', 'usernameKey'];

export const storedEmailKey = (key: string): string => `${emailRule}:${key}`;
export const storedUsernameKey = (key: string): string => `${identityRule}:${key}`;

export const keysRowOf = ({ id, email, username }: Account): Required<AccountKeysRow> => ({
  _id: id,
  emailKey: storedEmailKey(emailKey(email)),
  usernameKey: storedUsernameKey(identityKey(username)),
});

/**
 * Throws `EmailTaken` or `UsernameTaken` for a duplicate key. Detects the index by the error message, because bulk write
 * errors contain nothing else.
 */
export function refuseTaken(error: unknown): never {
  if (!isDuplicateKey(error)) throw error;
  throw error.message.includes('index: usernameKey_1 ') ? new UsernameTaken() : new EmailTaken();
}

export const isOneOf = <Value extends number | string>(values: readonly Value[]) =>
  mongoose.trusted({ $in: [...values] });

export type AccountKeyRows = ReturnType<typeof createAccountKeyRows>;

export function createAccountKeyRows(connection: Connection, session: ClientSession | null) {
  const rows = collection.on(connection);
  const inSession = session ? { session } : {};

  return {
    findOfAccounts: (ids: readonly number[]) =>
      rows
        .find({ _id: isOneOf(ids) })
        .session(session)
        .lean<AccountKeysRow[]>(),
    findByEmails: (keys: readonly string[]) =>
      rows
        .find({ emailKey: isOneOf(keys) })
        .session(session)
        .lean<AccountKeysRow[]>(),
    findByKeys: (emails: readonly string[], usernames: readonly string[]) =>
      rows
        .find({ $or: [{ emailKey: isOneOf(emails) }, { usernameKey: isOneOf(usernames) }] })
        .session(session)
        .lean<AccountKeysRow[]>(),
    findOwner: (field: KeyField, key: string) =>
      rows
        .findOne({ [field]: key })
        .session(session)
        .lean<AccountKeysRow>(),
    /** Ids above one and up to another. */
    async listIds(after: number, until: number): Promise<number[]> {
      const found = await rows
        .find({ _id: mongoose.trusted({ $gt: after, $lte: until }) }, { _id: 1 })
        .lean<{ _id: number }[]>();
      return found.map(({ _id }) => _id);
    },

    insert: (added: readonly AccountKeysRow[], ordered = true): Promise<void> =>
      insertRows(rows, added, { ...inSession, ordered }),
    async set(id: number, field: KeyField, key: string): Promise<void> {
      await rows.updateOne({ _id: id }, { $set: { [field]: key } }, { ...inSession, upsert: true });
    },
    /** Does nothing when the account has another key by now. */
    async unset(id: number, field: KeyField, key: string): Promise<void> {
      await rows.updateOne({ _id: id, [field]: key }, { $unset: { [field]: 1 } }, inSession);
    },
    async clear(id: number, field: KeyField): Promise<void> {
      await rows.updateOne({ _id: id }, { $unset: { [field]: 1 } }, inSession);
    },
    async remove(ids: readonly number[]): Promise<void> {
      await rows.deleteMany({ _id: isOneOf(ids) }, inSession);
    },
  };
}
