import { paginate } from '@kumbuka/contracts';
import type { AuditEntry } from '../domain/audit/audit.ts';
import type { Day } from '../domain/directory/day.ts';
import type { DirectoryUser } from '../domain/directory/user.ts';
import type { Page } from '../use-cases/ports.ts';
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
});

export const dayView = (day: Day) => day;

const results = { ok: 'OK', forbidden: 'FORBIDDEN', failed: 'FAILED' } as const;

const entryView = ({ by, result, ...entry }: AuditEntry) => ({
  ...entry,
  operator: String(by),
  result: results[result],
});

function pageInfo(page: number, perPage: number, total: number) {
  const numbers = paginate(page, perPage, total);
  return {
    page: numbers.page,
    perPage: numbers.per_page,
    totalPages: numbers.total_pages,
    totalItems: numbers.total_items,
    hasNext: numbers.has_next,
    hasPrev: numbers.has_prev,
  };
}

export const auditView = ({ items, page, perPage, total }: Page<AuditEntry>) => ({
  items: items.map(entryView),
  pageInfo: pageInfo(page, perPage, total),
});
