import { expect, it } from 'vitest';
import { dueText } from './due-text.ts';

const now = new Date(2026, 10, 21, 12);
const due = { dueCount: 47, newCount: 3, dueMinutes: 9, dueDeckCount: 5, nextDueAt: null };

it('opens with what is due', () => {
  expect(dueText(due, now)).toEqual({
    title: '47 cards due today',
    lead: 'From 5 decks, about 9 minutes.',
    action: 'Study due cards',
  });
});

it('offers new cards when nothing is due, and says when the next ones come back', () => {
  const tomorrow = new Date(2026, 10, 22, 6).toISOString();
  expect(dueText({ ...due, dueCount: 0, nextDueAt: tomorrow }, now)).toEqual({
    title: 'Nothing due today',
    lead: '3 new cards to learn. The next cards come back tomorrow.',
    action: 'Learn new cards',
  });
});

it('offers nothing when there is nothing', () => {
  expect(dueText({ ...due, dueCount: 0, newCount: 0 }, now).action).toBeNull();
});
