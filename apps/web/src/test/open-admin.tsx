import { configure, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, vi } from 'vitest';
import { anAuthApi, asha, renderScreen, type Responses } from './render-screen.tsx';
import { AdminPage } from '../features/admin/admin-page.tsx';

/** Prepares the tests of a file of the admin screen. */
export function useAdmin(): void {
  // Tables and dialogs of this screen take their time on a busy machine.
  configure({ asyncUtilTimeout: 5_000 });
  beforeEach(() => sessionStorage.clear());
  afterEach(() => void vi.unstubAllEnvs());
}

export const stats = {
  __typename: 'AdminStats',
  totalUsers: 1200,
  verifiedUsers: 1150,
  unverifiedUsers: 50,
  demoUsers: 30,
  onlineNow: 12,
  withinMinutes: 5,
  newLast24h: 7,
};

const aDay = (date: string, answers: number) => ({
  __typename: 'AdminDay',
  date,
  newUsers: 1,
  activeUsers: 2,
  answers,
  generations: 0,
  payments: 0,
});

const aFunnel = (counts: object) => ({
  __typename: 'FunnelCounts',
  signedUp: 0,
  verified: 0,
  studied: 0,
  weekOld: 0,
  returned: 0,
  ...counts,
});

export const aUser = (id: string, fields: object = {}) => ({
  __typename: 'AdminUser',
  id,
  username: `class9-${id}`,
  email: `class9-${id}@demo.example`,
  isDemo: true,
  emailVerified: true,
  lastSeen: null,
  createdAt: '2026-03-01T08:00:00Z',
  demoExpiresAt: '2026-05-30T08:00:00Z',
  ...fields,
});

export const aDeletion = (fields: object) => ({
  __typename: 'AdminDeletion',
  id: 'd1',
  state: 'COMPLETED',
  dryRun: false,
  strategy: 'SLOW',
  users: 2,
  done: 2,
  deleted: 2,
  countWouldDelete: 2,
  timingSeconds: 0.42,
  counts: [
    { __typename: 'DeletionCount', service: 'decks', kind: 'decks', count: 3 },
    { __typename: 'DeletionCount', service: 'decks', kind: 'flashcards', count: 30 },
    { __typename: 'DeletionCount', service: 'study-progress', kind: 'progress', count: 12 },
  ],
  notFound: [],
  skippedDomain: [],
  failed: [],
  ...fields,
});

export const aRun = (fields: object = {}) => ({
  __typename: 'AdminRun',
  id: 'run-1',
  kind: 'DELETION',
  state: 'RUNNING',
  operator: '999',
  operatorAccount: { __typename: 'NamedAccount', id: '999', username: 'imara', isDeleted: false },
  isMine: false,
  requestedAt: '2026-03-01T08:00:00Z',
  users: 1000,
  done: 340,
  ...fields,
});

export const usual: Responses = {
  AdminRuns: () => ({ adminRuns: [] }),
  AdminStats: () => ({ adminStats: stats }),
  AdminDays: () => ({ adminDays: [aDay('2026-03-01', 0), aDay('2026-03-02', 9)] }),
  AdminFunnel: () => ({
    adminFunnel: {
      __typename: 'AdminFunnel',
      now: aFunnel({ signedUp: 40, verified: 32, studied: 20, weekOld: 30, returned: 12 }),
      before: aFunnel({ signedUp: 50, verified: 48, studied: 10 }),
    },
  }),
  GenerationCosts: () => ({
    generationCosts: {
      __typename: 'GenerationCosts',
      provider: 'embedded',
      isResting: false,
      tokensPerDay: 5_000_000,
      subscriberTokensPerDay: 5_000_000,
      subscriberTokensToday: 0,
      tokensToday: 0,
      days: [],
      dearest: [],
    },
  }),
  AdminUsers: () => ({
    adminUsers: { __typename: 'AdminUserList', total: 42, items: [aUser('1'), aUser('2')] },
  }),
};

export function open(tab: string, responses: Responses = {}, role: 'ADMIN' | 'LEARNER' = 'ADMIN') {
  localStorage.setItem('authToken', 'tok');
  return renderScreen({
    screen: <AdminPage />,
    at: `/admin?tab=${tab}`,
    path: '/admin',
    api: anAuthApi({ viewer: async () => ({ ...asha, role }) }),
    responses: { ...usual, ...responses },
  });
}

export const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

export const anEntry = (fields: object = {}) => ({
  __typename: 'AuditEntry',
  id: 'a1',
  at: '2026-03-01T08:00:00Z',
  operator: 'key',
  operatorAccount: null,
  action: 'deleteUsers',
  target: null,
  targetAccount: null,
  count: 2,
  result: 'FORBIDDEN',
  code: 'FORBIDDEN',
  ip: '203.0.113.7',
  ...fields,
});

export const aName = (id: string, username: string | null) => ({
  __typename: 'NamedAccount',
  id,
  username,
  isDeleted: username === null,
});
