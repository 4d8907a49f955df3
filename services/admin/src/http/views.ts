import type { AdminUserBody } from '@kumbuka/contracts';
import type { UserList } from '../domain/directory/listing.ts';
import type { DirectoryUser } from '../domain/directory/user.ts';
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
