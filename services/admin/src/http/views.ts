import type { AdminUserBody } from '@kumbuka/contracts';
import {
  accountsIn,
  countIn,
  performanceOf,
  secondsOf,
  type DeletionItem,
} from '../domain/deletion/deletion.ts';
import type { UserList } from '../domain/directory/listing.ts';
import type { DirectoryUser } from '../domain/directory/user.ts';
import type { DemoReport } from '../use-cases/demo-batches.ts';
import type { DeletionReport } from '../use-cases/request-deletion.ts';
import type { Stats } from '../use-cases/read-users.ts';

export const statsView = (stats: Stats) => ({
  total_users: stats.users,
  verified_users: stats.verified,
  demo_users: stats.demo,
  online_now: stats.onlineNow,
  within_minutes: stats.withinMinutes,
  new_last_24h: stats.newLast24h,
});

const userView =
  (now: Date) =>
  (user: DirectoryUser): AdminUserBody => ({
    id: user.id,
    username: user.username,
    email: user.email,
    is_demo: user.isDemo,
    email_verified: user.isVerified,
    last_seen: user.lastSeenAt?.toISOString() ?? null,
    created_at: user.createdAt.toISOString(),
    demo_expires_at: user.demoExpiresAt?.toISOString() ?? null,
    decks: user.decks,
    cards: user.cards,
    answers: user.answers,
    plan: user.paidUntil && user.paidUntil > now ? 'active' : 'free',
  });

export const usersView =
  (now: () => Date) =>
  ({ total, items }: UserList) => ({ total, items: items.map(userView(now())) });

/** Report with the names of the request, because those of deleted accounts are not stored. */
const namesIn =
  (emails: readonly string[], items: readonly DeletionItem[]) => (isIt: (item: DeletionItem) => boolean) =>
    items.filter(isIt).flatMap(({ position }) => emails[position] ?? []);

interface RequestedDeletion {
  emails: readonly string[];
  report: DeletionReport;
}

export const deletionView = ({ emails, report: { deletion, items } }: RequestedDeletion) => {
  const { counts, dryRun, done } = deletion;
  const named = namesIn(emails, items);
  return {
    performance: performanceOf(deletion),
    timing_seconds: secondsOf(deletion),
    related_records_deleted: {
      progress: countIn(counts, 'study-progress', 'progress'),
      flashcards: countIn(counts, 'decks', 'flashcards'),
      decks: countIn(counts, 'decks', 'decks'),
    },
    deleted: dryRun ? 0 : accountsIn(counts),
    not_found: named(({ state }) => state === 'not-found'),
    deletable: named(({ userId }) => userId !== null),
    count_would_delete: dryRun ? done : 0,
    skipped_domain: named(({ state }) => state === 'skipped'),
    failed: named(({ state }) => state === 'failed'),
  };
};

export const demoBatchView = ({ users }: DemoReport) => ({
  count: users.length,
  users: users.map(({ username, email, password }) => ({ username, email, password: password ?? '' })),
});
