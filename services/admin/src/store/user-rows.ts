import type { UserSort } from '@kumbuka/contracts';
import { Schema, type QueryFilter } from 'mongoose';
import mongoose from 'mongoose';
import { foldName, type UserMatch } from '../domain/directory/listing.ts';
import type { DirectoryUser } from '../domain/directory/user.ts';

export interface UserRow extends Omit<DirectoryUser, 'id'> {
  _id: number;
  /** Folded, for order and search. */
  usernameKey: string;
  emailKey: string;
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
    usernameKey: text,
    email: text,
    emailKey: text,
    isDemo: flag,
    isVerified: flag,
    isOperator: flag,
    createdAt: { type: Date, required: true },
    lastSeenAt: { type: Date, default: null },
    demoExpiresAt: { type: Date, default: null },
    expiresKey: { type: Date, required: true },
    paidUntil: { type: Date, default: null },
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

type Order = Record<string, 1 | -1>;
const columns = {
  created_at: 'createdAt',
  username: 'usernameKey',
  email: 'emailKey',
  last_seen: 'lastSeenAt',
  demo_expires_at: 'expiresKey',
} as const;
type Column = (typeof columns)[keyof typeof columns];

const columnsOf: Record<UserSort, [Column, 1 | -1]> = {
  created_at_asc: [columns.created_at, 1],
  created_at_desc: [columns.created_at, -1],
  username_asc: [columns.username, 1],
  username_desc: [columns.username, -1],
  email_asc: [columns.email, 1],
  email_desc: [columns.email, -1],
  last_seen_asc: [columns.last_seen, 1],
  last_seen_desc: [columns.last_seen, -1],
  demo_expires_at_asc: [columns.demo_expires_at, 1],
  demo_expires_at_desc: [columns.demo_expires_at, -1],
};

export function orderOf(sort: UserSort): Order {
  const [column, direction] = columnsOf[sort];
  return { [column]: direction, _id: direction };
}

/** By name or address, which the pages of names know too. */
export interface NameOrder {
  part: 'name' | 'email';
  direction: 1 | -1;
}

/** Null for an order that the pages of names do not know. */
export function nameOrderOf(sort: UserSort): NameOrder | null {
  const [column, direction] = columnsOf[sort];
  if (column === columns.username) return { part: 'name', direction };
  return column === columns.email ? { part: 'email', direction } : null;
}

/** What a list is filtered by for equality; each set of them has an index for each order. */
type Equals = Pick<UserMatch, 'isDemo' | 'isVerified'>;

function indexFor(match: Equals, column: Column): Order {
  return {
    state: 1,
    ...(match.isDemo === undefined ? {} : { isDemo: 1 }),
    ...(match.isVerified === undefined ? {} : { isVerified: 1 }),
    [column]: 1,
    _id: 1,
  };
}

/** The index along which a list is read: nothing is sorted in memory. */
export const indexOf = (match: Equals, sort: UserSort): Order => indexFor(match, columnsOf[sort][0]);
/** The index that knows who was seen when. */
export const seenIndexOf = (match: Equals): Order => indexFor(match, columns.last_seen);

const families: Equals[] = [
  { isDemo: undefined, isVerified: undefined },
  { isDemo: true, isVerified: undefined },
  { isDemo: undefined, isVerified: true },
  { isDemo: true, isVerified: true },
];
for (const family of families)
  for (const column of Object.values(columns)) userSchema.index(indexFor(family, column));
userSchema.index({ isStale: 1 }, { partialFilterExpression: { isStale: true } });

const literally = (text: string) => new RegExp(text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));

/** The users who match; of a search either those that were found before or a test of each row. */
export function filterOf(
  { isDemo, isVerified, seenSince, searchKey }: UserMatch,
  found: readonly number[] | null = null,
): QueryFilter<UserRow> {
  const filter: QueryFilter<UserRow> = { state: 'listed' };
  if (found) filter._id = mongoose.trusted({ $in: [...found] });
  else if (searchKey !== null)
    filter.$or = [{ usernameKey: literally(searchKey) }, { emailKey: literally(searchKey) }];
  if (isDemo !== undefined) filter.isDemo = isDemo;
  if (isVerified !== undefined) filter.isVerified = isVerified;
  if (seenSince) filter.lastSeenAt = mongoose.trusted({ $gte: seenSince });
  return filter;
}

const lastDate = new Date(8.64e15);

export const toRow = ({ id, ...user }: DirectoryUser): UserRow => ({
  _id: id,
  ...user,
  usernameKey: foldName(user.username),
  emailKey: foldName(user.email),
  expiresKey: user.demoExpiresAt ?? lastDate,
  isStale: user.stale.length > 0,
});

export const toUser = ({
  _id,
  usernameKey: _username,
  emailKey: _email,
  expiresKey: _expires,
  isStale: _stale,
  ...row
}: UserRow): DirectoryUser => ({ id: _id, ...row });
