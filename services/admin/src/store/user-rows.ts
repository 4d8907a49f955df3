import { defineCollection, field, type RowOf } from '@kumbuka/service-kit';
import { parts, userStates, type DirectoryUser } from '../domain/directory/user.ts';

export const userCollection = defineCollection({
  model: 'User',
  name: 'users',
  fields: {
    _id: field.number,
    state: field.oneOf(userStates),
    username: { type: String, default: '' },
    email: { type: String, default: '' },
    isDemo: field.flag,
    isVerified: field.flag,
    isOperator: field.flag,
    createdAt: field.date,
    lastSeenAt: field.dateOrNull,
    demoExpiresAt: field.dateOrNull,
    /** Expiry of a demo user; for all others the latest possible date, so that they sort last. */
    expiresKey: field.date,
    paidUntil: field.dateOrNull,
    /** `paidVersion`, under the name that earlier releases read. */
    shortenedVersion: { type: Number, default: 0 },
    decks: field.number,
    cards: field.number,
    answers: field.number,
    seenOn: { type: [String], required: true },
    stale: { type: [{ type: String, enum: parts }], required: true },
    isStale: field.flag,
    asks: field.number,
  },
});
export type UserRow = RowOf<typeof userCollection>;
const { schema } = userCollection;

/** Indexes to find users who were seen since a time, are new, or have expired. */
export const seenIndex = { state: 1, lastSeenAt: 1, _id: 1 } as const;
export const newIndex = { state: 1, createdAt: 1, _id: 1 } as const;
export const expiryIndex = { state: 1, isDemo: 1, expiresKey: 1, _id: 1 } as const;
for (const index of [seenIndex, newIndex, expiryIndex]) schema.index(index);
schema.index({ isStale: 1 }, { partialFilterExpression: { isStale: true } });

const lastDate = new Date(8.64e15);

export const toRow = ({ id, paidVersion, ...user }: DirectoryUser): UserRow => ({
  _id: id,
  ...user,
  shortenedVersion: paidVersion,
  expiresKey: user.demoExpiresAt ?? lastDate,
  isStale: user.stale.length > 0,
});

export const toUser = ({
  _id,
  shortenedVersion: paidVersion,
  expiresKey: _expires,
  isStale: _stale,
  ...row
}: UserRow): DirectoryUser => ({ id: _id, ...row, paidVersion: paidVersion ?? 0 });
