import { expect, it } from 'vitest';
import { dueText } from './due-text.ts';

const now = new Date('2026-11-21T12:00:00Z');
const clock = { timezone: 'UTC', dayStartHour: 4 };
const due = { dueCount: 47, newCount: 3, dueMinutes: 9, dueDeckCount: 5, nextDueAt: null };

it('the text about due cards opens with what is due', () => {
  expect(dueText(due, now, clock)).toEqual({
    title: '47 cards due today',
    lead: 'From 5 decks, about 9 minutes.',
    action: 'Study due cards',
  });
});

it('the text about due cards offers new cards when nothing is due, and says when the next ones come back', () => {
  const tomorrow = '2026-11-22T06:00:00Z';
  expect(dueText({ ...due, dueCount: 0, nextDueAt: tomorrow }, now, clock)).toEqual({
    title: 'Nothing due today',
    lead: '3 new cards to learn. The next cards come back tomorrow.',
    action: 'Learn new cards',
  });
});

it('the text about due cards offers nothing when there is nothing', () => {
  expect(dueText({ ...due, dueCount: 0, newCount: 0 }, now, clock).action).toBeNull();
});

it('between midnight and 4 nothing was due today and the next cards came back today', () => {
  const numbers = { ...due, dueCount: 0, newCount: 0, nextDueAt: '2026-11-22T04:00:00Z' };
  const { title, lead } = dueText(numbers, new Date('2026-11-22T01:00:00Z'), clock);
  expect(`${title}. ${lead}`).toBe('Nothing due today. The next cards come back tomorrow.');
});
