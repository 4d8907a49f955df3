import type { AccountSnapshot, AnswerCounts, DeckCounts } from '@kumbuka/contracts';

/** Parts of a user that the owning services provide. */
export const parts = ['account', 'decks', 'answers'] as const;
export type Part = (typeof parts)[number];

/** `unknown` until auth has responded; `erased` permanently after the deletion of the account. */
export const userStates = ['unknown', 'listed', 'erased'] as const;

/**
 * Copy of a user for operators, from the last responses of the owning services. Events only mark a part as stale, so
 * that duplicated, late or lost events cannot leave wrong data for ever.
 */
export interface DirectoryUser {
  id: number;
  state: (typeof userStates)[number];
  username: string;
  email: string;
  isDemo: boolean;
  isVerified: boolean;
  isOperator: boolean;
  createdAt: Date;
  lastSeenAt: Date | null;
  demoExpiresAt: Date | null;
  /** End of the paid time. */
  paidUntil: Date | null;
  /** Version of the subscription that set the end of the paid time. */
  paidVersion: number;
  decks: number;
  cards: number;
  answers: number;
  /** Latest days on which the user was seen, in ascending order; as many as late events need. */
  seenOn: readonly string[];
  /** Stale parts, which a job fetches from their owners. */
  stale: readonly Part[];
  /** Incremented whenever a part becomes stale, so that the response to an older request does not count as fresh. */
  asks: number;
}

/** Responses of the owning services about a user; parts that were not requested are absent. */
export interface UserSnapshot {
  /** `null` when auth has no such account. */
  account?: AccountSnapshot | null;
  decks?: DeckCounts;
  answers?: AnswerCounts;
}

const never = new Date(0);
const daysKept = 7;

export const unknownUser = (id: number): DirectoryUser => ({
  id,
  state: 'unknown',
  username: '',
  email: '',
  isDemo: false,
  isVerified: false,
  isOperator: false,
  createdAt: never,
  lastSeenAt: null,
  demoExpiresAt: null,
  paidUntil: null,
  paidVersion: 0,
  decks: 0,
  cards: 0,
  answers: 0,
  seenOn: [],
  stale: [],
  asks: 0,
});

/** Deletes all personal data; later events change nothing. */
export const eraseUser = ({ id }: DirectoryUser): DirectoryUser => ({ ...unknownUser(id), state: 'erased' });

/** Marks a part as stale, and the account too for an unknown user. */
export function markStale(user: DirectoryUser, part: Part): DirectoryUser {
  if (user.state === 'erased') return user;
  const wanted = user.state === 'unknown' ? parts : [part];
  return {
    ...user,
    stale: parts.filter((each) => user.stale.includes(each) || wanted.includes(each)),
    asks: user.asks + 1,
  };
}

const later = (one: Date | null, other: Date | null) =>
  one && other ? (one > other ? one : other) : (one ?? other);

export interface Seen {
  user: DirectoryUser;
  /** Whether this is the first time on this day. */
  isFirstOfDay: boolean;
}

export function noteSeen(user: DirectoryUser, at: Date, day: string): Seen {
  if (user.state === 'erased') return { user, isFirstOfDay: false };
  const current = user.state === 'unknown' ? markStale(user, 'account') : user;
  const isFirstOfDay = !user.seenOn.includes(day);
  const seenOn = isFirstOfDay ? [...user.seenOn, day].toSorted().slice(-daysKept) : user.seenOn;
  return { user: { ...current, lastSeenAt: later(user.lastSeenAt, at), seenOn }, isFirstOfDay };
}

/** Paid time in an event. */
export interface PaidPeriod {
  until: Date;
  /** Version of the subscription. */
  version: number;
}

/** Applies a payment or a refund. Ignores one of an earlier version than the last one. */
export const notePaidUntil = (user: DirectoryUser, { until, version }: PaidPeriod): DirectoryUser =>
  user.state === 'erased' || version < user.paidVersion
    ? user
    : { ...user, paidUntil: until, paidVersion: version };

function withAccount(user: DirectoryUser, account: AccountSnapshot): DirectoryUser {
  const lastSeenAt = account.lastSeenAt === null ? null : new Date(account.lastSeenAt);
  return {
    ...user,
    state: 'listed',
    username: account.username,
    email: account.email,
    isDemo: account.isDemo,
    isVerified: account.isVerified,
    isOperator: account.role === 'admin',
    createdAt: new Date(account.createdAt),
    lastSeenAt: later(user.lastSeenAt, lastSeenAt),
    demoExpiresAt: account.demoExpiresAt === null ? null : new Date(account.demoExpiresAt),
  };
}

/**
 * Applies the responses of the owners. Parts that became stale meanwhile stay stale; for others, a newer response was
 * applied meanwhile.
 */
export function applySnapshot(user: DirectoryUser, snapshot: UserSnapshot, asks: number): DirectoryUser {
  if (user.state === 'erased') return user;
  const { account, decks, answers } = snapshot;
  if (account === null) return eraseUser(user);
  const isLatest = asks === user.asks;
  const applies = (part: Part) => isLatest || user.stale.includes(part);
  const current = account && applies('account') ? withAccount(user, account) : user;
  return {
    ...current,
    ...(decks && applies('decks') ? { decks: decks.decks, cards: decks.cards } : {}),
    ...(answers && applies('answers') ? { answers: answers.answers } : {}),
    stale: isLatest ? [] : user.stale,
  };
}

/** Numbers of users by kind, updated with every change. */
export interface UserTotals {
  users: number;
  verified: number;
  demo: number;
  verifiedDemo: number;
}

export const noUsers: UserTotals = { users: 0, verified: 0, demo: 0, verifiedDemo: 0 };

const totalsOf = ({ state, isDemo, isVerified }: DirectoryUser): UserTotals =>
  state === 'listed'
    ? {
        users: 1,
        verified: Number(isVerified),
        demo: Number(isDemo),
        verifiedDemo: Number(isVerified && isDemo),
      }
    : noUsers;

const plus = (one: UserTotals, other: UserTotals, sign: 1 | -1): UserTotals => ({
  users: one.users + sign * other.users,
  verified: one.verified + sign * other.verified,
  demo: one.demo + sign * other.demo,
  verifiedDemo: one.verifiedDemo + sign * other.verifiedDemo,
});

export interface UserChange {
  before: DirectoryUser;
  after: DirectoryUser;
}

/** Returns the difference that changes make to the totals. */
export const totalsOfChanges = (changes: readonly UserChange[]): UserTotals =>
  changes.reduce(
    (sum, { before, after }) => plus(plus(sum, totalsOf(after), 1), totalsOf(before), -1),
    noUsers,
  );
