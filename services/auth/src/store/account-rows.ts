import { languages } from '@kumbuka/contracts';
import { defineCollection, field, type RowOf } from '@kumbuka/service-kit';
import { roles, type Account } from '../domain/account/account.ts';
import { themes } from '../domain/account/preferences.ts';

export const accountCollection = defineCollection({
  model: 'User',
  name: 'users',
  fields: {
    _id: field.number,
    email: field.text,
    emailKey: field.text,
    username: field.text,
    usernameKey: field.text,
    passwordHash: field.textOrNull,
    emailVerifiedAt: field.dateOrNull,
    signedUpFrom: field.textOrNull,
    isDemo: field.flag,
    demo: {
      type: { _id: false, batchId: field.text, expiresAt: field.dateOrNull },
      default: null,
      required: false,
    },
    role: field.oneOf(roles),
    theme: { type: String, enum: [...themes, null], default: null },
    language: { type: String, enum: [...languages, null], default: null },
    tokenEpoch: field.number,
    createdAt: field.date,
    lastSeenAt: field.dateOrNull,
    version: field.number,
    /** Incremented to conflict with concurrent changes of the account. */
    locks: field.number,
  },
});
export type AccountRow = RowOf<typeof accountCollection>;
const { schema } = accountCollection;
schema.index({ emailKey: 1 }, { unique: true });
schema.index({ usernameKey: 1 }, { unique: true });
/** Contains only unverified accounts, so the purge reads nothing else. */
schema.index({ createdAt: 1 }, { partialFilterExpression: { emailVerifiedAt: null } });
/** Contains only operators. */
schema.index({ role: 1, _id: 1 }, { partialFilterExpression: { role: 'admin' } });

export const toRow = ({ id, ...account }: Account): AccountRow => ({ _id: id, ...account, locks: 0 });
export const toAccount = ({ _id: id, locks: _locks, ...row }: AccountRow): Account => ({
  id,
  ...row,
  demo: row.demo ?? null,
  theme: row.theme ?? null,
  language: row.language ?? null,
});
