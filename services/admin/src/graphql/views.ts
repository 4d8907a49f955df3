import type { Page } from '@kumbuka/contracts';
import { pageView } from '@kumbuka/service-kit';
import type { Actor } from '../domain/audit/audit.ts';
import {
  performanceOf,
  secondsOf,
  type Counts,
  type Deletion,
  type DeletionItem,
} from '../domain/deletion/deletion.ts';
import type { Day } from '../domain/directory/day.ts';
import type { DeadLetter } from '../domain/events/dead-letter.ts';
import { outboxAgeOf, type ServiceEvents } from '../domain/events/event-admin.ts';
import type { DirectoryUser } from '../domain/directory/user.ts';
import type { NamedEntry } from '../use-cases/audit-calls.ts';
import type { DemoReport } from '../use-cases/demo-batches.ts';
import { accountsIn } from '../domain/deletion/deletion.ts';
import type { DeletionReport } from '../use-cases/request-deletion.ts';
import type { Run } from '../use-cases/list-runs.ts';
import type { Stats } from '../use-cases/read-users.ts';

export const statsView = (stats: Stats) => ({
  totalUsers: stats.users,
  verifiedUsers: stats.verified,
  unverifiedUsers: stats.users - stats.verified,
  demoUsers: stats.demo,
  onlineNow: stats.onlineNow,
  withinMinutes: stats.withinMinutes,
  newLast24h: stats.newLast24h,
});

export const userView = (now: Date) => (user: DirectoryUser) => ({
  id: String(user.id),
  username: user.username,
  email: user.email,
  isDemo: user.isDemo,
  emailVerified: user.isVerified,
  lastSeen: user.lastSeenAt,
  createdAt: user.createdAt,
  demoExpiresAt: user.demoExpiresAt,
  decks: user.decks,
  cards: user.cards,
  answers: user.answers,
  plan: user.paidUntil && user.paidUntil > now ? ('ACTIVE' as const) : ('FREE' as const),
  paidUntil: user.paidUntil,
  isOperator: user.isOperator,
});

export const dayView = (day: Day) => day;

const results = { started: 'STARTED', ok: 'OK', forbidden: 'FORBIDDEN', failed: 'FAILED' } as const;

/** View of a user's name. A user who is not listed yet has no name and does not count as deleted. */
const namedUserView = (user: DirectoryUser | null) =>
  user && user.state !== 'unknown'
    ? {
        id: String(user.id),
        username: user.state === 'listed' ? user.username : null,
        isDeleted: user.state === 'erased',
      }
    : null;

const entryView = ({ by, result, caller, subject, ...entry }: NamedEntry) => ({
  ...entry,
  operator: String(by),
  operatorAccount: namedUserView(caller),
  targetAccount: namedUserView(subject),
  result: results[result],
});

export const auditView = (page: Page<NamedEntry>) => pageView(page, entryView);

export const eventsView =
  (now: Date) =>
  ({ service, own, lags, deadLetters, discarded }: ServiceEvents) => ({
    service,
    isAnswering: own !== null,
    lagByTopic: lags,
    outboxBacklog: own && own.outbox.waiting,
    outboxAgeSeconds: own && outboxAgeOf(own, now),
    parkedCount: own && own.parked.total,
    parked: own && own.parked.first.map(({ at, ...parked }) => ({ ...parked, at: new Date(at) })),
    deadLetters,
    discarded,
  });

type Names = ReadonlyMap<Actor, DirectoryUser>;

const deadLetterView =
  (names: Names) =>
  ({ discarded, ...deadLetter }: DeadLetter) => ({
    ...deadLetter,
    discardedAt: discarded?.at ?? null,
    discardedBy: discarded?.by ?? null,
    discardedByAccount: namedUserView(names.get(Number(discarded?.by)) ?? null),
  });

export const deadLettersView = (page: Page<DeadLetter>, names: Names) =>
  pageView(page, deadLetterView(names));

const states = { running: 'RUNNING', completed: 'COMPLETED', failed: 'FAILED' } as const;
const strategies = { fast: 'FAST', slow: 'SLOW', turbo: 'TURBO' } as const;

const named = (items: readonly DeletionItem[], ...wanted: DeletionItem['state'][]) =>
  items.filter(({ state, name }) => wanted.includes(state) && name !== '').map(({ name }) => name);

const countViews = (counts: Counts) =>
  Object.entries(counts).flatMap(([service, rows]) =>
    Object.entries(rows).map(([kind, count]) => ({ service, kind, count })),
  );

export const deletionView = ({ deletion, items }: DeletionReport) => ({
  id: deletion.id,
  state: states[deletion.state],
  dryRun: deletion.dryRun,
  strategy: strategies[deletion.strategy],
  requestedAt: deletion.requestedAt,
  completedAt: deletion.completedAt,
  users: deletion.users,
  done: deletion.done,
  deleted: deletion.dryRun ? 0 : accountsIn(deletion.counts),
  countWouldDelete: deletion.dryRun ? deletion.done : 0,
  counts: countViews(deletion.counts),
  timingSeconds: secondsOf(deletion),
  performance: performanceOf(deletion),
  notFound: named(items, 'not-found'),
  deletable: named(items, 'waiting', 'done'),
  skippedDomain: named(items, 'skipped'),
  failed: named(items, 'failed'),
});

const runKinds = { deletion: 'DELETION', 'demo-users': 'DEMO_USERS' } as const;

export const runView =
  (caller: Actor, names: Names) =>
  ({ by, kind, state, ...run }: Run) => ({
    ...run,
    kind: runKinds[kind],
    state: states[state],
    operator: String(by),
    operatorAccount: namedUserView(names.get(by) ?? null),
    isMine: by === caller,
  });

export const erasedView = ({ id, state, requestedAt, completedAt, counts }: Deletion) => ({
  deletionId: id,
  completed: state === 'completed',
  requestedAt,
  completedAt,
  counts: countViews(counts),
});

export const demoBatchView = ({ batch, users }: DemoReport) => ({
  id: batch.id,
  state: states[batch.state],
  count: batch.count,
  made: batch.made,
  furnished: batch.furnished,
  createdAt: batch.createdAt,
  expiresAt: batch.expiresAt,
  users: users.map(({ userId, username, email, password }) => ({
    id: String(userId),
    username,
    email,
    password,
  })),
});
