import { expect, it } from 'vitest';
import { applySnapshot, markStale, unknownUser, type DirectoryUser } from './user.ts';

const account = {
  userId: 7,
  username: 'amina',
  email: 'amina@example.org',
  isDemo: false,
  isVerified: true,
  role: 'learner',
  createdAt: '2026-03-01T12:00:00.000Z',
  lastSeenAt: null,
  demoExpiresAt: null,
} as const;
const responses = (cards: number, username = 'amina') => ({
  account: { ...account, username },
  decks: { userId: 7, decks: 1, cards },
  answers: { userId: 7, answers: cards },
});
const afterEvents = (user: DirectoryUser) =>
  markStale(markStale(markStale(user, 'account'), 'decks'), 'answers');

it('a slow response of the owners does not replace a newer one, which nothing would correct', () => {
  const first = afterEvents(unknownUser(7));
  const second = afterEvents(first);
  const current = applySnapshot(second, responses(20, 'amina-new'), second.asks);
  const late = applySnapshot(current, responses(10), first.asks);
  expect(late).toMatchObject({ username: 'amina-new', cards: 20, answers: 20, stale: [] });
});

it('a slow response of the owners counts for parts that no newer one has replaced', () => {
  const first = afterEvents(unknownUser(7));
  const late = applySnapshot(markStale(first, 'decks'), responses(10), first.asks);
  expect(late).toMatchObject({ state: 'listed', cards: 10, answers: 10 });
  expect(late.stale).toContain('decks');
});
