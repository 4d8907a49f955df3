import { Schema } from 'mongoose';
import type { DirectoryUser } from '../domain/directory/user.ts';

export interface UserRow extends Omit<DirectoryUser, 'id'> {
  _id: number;
  /** When a demo user goes; for all others as late as a date can be, so that they come last. */
  expiresKey: Date;
  isStale: boolean;
}

const required = { type: Number, required: true };
const flag = { type: Boolean, required: true };
const text = { type: String, default: '' };

export const userSchema = new Schema<UserRow>(
  {
    _id: required,
    state: { type: String, required: true, enum: ['unknown', 'listed', 'erased'] },
    username: text,
    email: text,
    isDemo: flag,
    isVerified: flag,
    isOperator: flag,
    createdAt: { type: Date, required: true },
    lastSeenAt: { type: Date, default: null },
    demoExpiresAt: { type: Date, default: null },
    expiresKey: { type: Date, required: true },
    paidUntil: { type: Date, default: null },
    shortenedVersion: { type: Number, default: 0 },
    decks: required,
    cards: required,
    answers: required,
    seenOn: { type: [String], required: true },
    stale: { type: [String], required: true },
    isStale: flag,
    asks: required,
  },
  { collection: 'users', versionKey: false, strict: 'throw' },
);

/** Users who were seen since, are new, or have expired. */
export const seenIndex = { state: 1, lastSeenAt: 1, _id: 1 } as const;
export const newIndex = { state: 1, createdAt: 1, _id: 1 } as const;
export const expiryIndex = { state: 1, isDemo: 1, expiresKey: 1, _id: 1 } as const;
for (const index of [seenIndex, newIndex, expiryIndex]) userSchema.index(index);
userSchema.index({ isStale: 1 }, { partialFilterExpression: { isStale: true } });

const lastDate = new Date(8.64e15);

export const toRow = ({ id, ...user }: DirectoryUser): UserRow => ({
  _id: id,
  ...user,
  expiresKey: user.demoExpiresAt ?? lastDate,
  isStale: user.stale.length > 0,
});

/** Rows of older makes hold more. */
interface FormerRow extends UserRow {
  usernameKey?: string;
  emailKey?: string;
}

export const toUser = ({
  _id,
  expiresKey: _expires,
  isStale: _stale,
  usernameKey: _username,
  emailKey: _email,
  ...row
}: FormerRow): DirectoryUser => ({ id: _id, ...row });
