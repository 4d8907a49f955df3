import type { UserSort } from '@kumbuka/contracts';
import { searchKey, sortKey } from '@kumbuka/text';
import { periodsOf, type FunnelStep, type SignUpPeriod } from './funnel.ts';
import type { DirectoryUser } from './user.ts';

/** Which users to list; absent means all. */
export interface UserFilter {
  /** Part of the username or of the email. */
  search?: string | undefined;
  /** Maximum minutes since the user was seen. */
  activeWithin?: number | undefined;
  isDemo?: boolean | undefined;
  isVerified?: boolean | undefined;
  /** Days since the user signed up. */
  signedUpWithin?: number | undefined;
  /** Step that a new user reached. */
  step?: FunnelStep | undefined;
}

/** New users who reached a step; all new users without one. */
export interface NewUsers {
  period: SignUpPeriod;
  step: FunnelStep | undefined;
}

/** Filter of a store for a listing. */
export interface UserMatch {
  searchKey: string | null;
  seenSince: Date | null;
  isDemo: boolean | undefined;
  isVerified: boolean | undefined;
  newUsers: NewUsers | null;
}

export interface UserQuery {
  filter: UserFilter;
  sort: UserSort;
  limit: number;
  offset: number;
}

export interface UserList {
  total: number;
  items: DirectoryUser[];
}

export const minutesBefore = (now: Date, minutes: number): Date => new Date(now.getTime() - minutes * 60_000);

export const matchOf = (
  { search, activeWithin, isDemo, isVerified, signedUpWithin, step }: UserFilter,
  now: Date,
): UserMatch => ({
  searchKey: searchKey(search ?? '') || null,
  seenSince: activeWithin === undefined ? null : minutesBefore(now, activeWithin),
  isDemo,
  isVerified,
  newUsers: signedUpWithin === undefined ? null : { period: periodsOf(signedUpWithin, now).now, step },
});

/** Filter and sort values of a listed user; times in milliseconds. */
export interface Listed {
  id: number;
  isDemo: boolean;
  isVerified: boolean;
  /** Search keys. */
  name: string;
  email: string;
  /** Sort keys, `inByteOrder`. */
  nameOrder: string;
  emailOrder: string;
  createdAt: number;
  /** `-Infinity` for users who were never seen. */
  seenAt: number;
  /** `Infinity` for users without an expiry. */
  expiresAt: number;
}

/**
 * Exchanges code units of a text so that comparing them orders texts by their UTF-8 bytes, as
 * databases do: characters beyond the basic plane come last.
 */
export const inByteOrder = (text: string): string =>
  text.replaceAll(/[\ud800-\uffff]/g, (unit) => {
    const code = unit.charCodeAt(0);
    return String.fromCharCode(code < 0xe000 ? code + 0x2000 : code - 0x800);
  });

type Named = Pick<Listed, 'name' | 'email' | 'nameOrder' | 'emailOrder'>;

/** Search and sort keys of a username and an address. */
export const keysOf = ({ username, email }: Pick<DirectoryUser, 'username' | 'email'>): Named => ({
  name: searchKey(username),
  email: searchKey(email),
  nameOrder: inByteOrder(sortKey(username)),
  emailOrder: inByteOrder(sortKey(email)),
});

const fits = (is: boolean, wanted: boolean | undefined) => wanted === undefined || is === wanted;

/** Whether a user matches a listing. */
export function isIn({
  searchKey: text,
  seenSince,
  isDemo,
  isVerified,
}: UserMatch): (listed: Listed) => boolean {
  const since = seenSince?.getTime() ?? -Infinity;
  return (listed) =>
    fits(listed.isDemo, isDemo) &&
    fits(listed.isVerified, isVerified) &&
    listed.seenAt >= since &&
    (text === null || listed.name.includes(text) || listed.email.includes(text));
}

const compare = (one: string | number, other: string | number) => (one === other ? 0 : one < other ? -1 : 1);

type Order = (left: Listed, right: Listed) => number;

/** Repeats the fields, because looking up the key in every comparison takes three times as long. */
const ascending = {
  created_at: (left, right) => left.createdAt - right.createdAt || left.id - right.id,
  username: (left, right) => compare(left.nameOrder, right.nameOrder) || left.id - right.id,
  email: (left, right) => compare(left.emailOrder, right.emailOrder) || left.id - right.id,
  last_seen: (left, right) => compare(left.seenAt, right.seenAt) || left.id - right.id,
  demo_expires_at: (left, right) => compare(left.expiresAt, right.expiresAt) || left.id - right.id,
} satisfies Record<string, Order>;

const reversed =
  (order: Order): Order =>
  (left, right) =>
    order(right, left);

/** Orders of lists; ties are ordered by id. */
export const orders: Record<UserSort, Order> = {
  created_at_asc: ascending.created_at,
  created_at_desc: reversed(ascending.created_at),
  username_asc: ascending.username,
  username_desc: reversed(ascending.username),
  email_asc: ascending.email,
  email_desc: reversed(ascending.email),
  last_seen_asc: ascending.last_seen,
  last_seen_desc: reversed(ascending.last_seen),
  demo_expires_at_asc: ascending.demo_expires_at,
  demo_expires_at_desc: reversed(ascending.demo_expires_at),
};
