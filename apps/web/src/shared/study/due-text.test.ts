import { expect, it } from 'vitest';
import { dueText, finishedText } from './due-text.ts';

const learner = {
  now: new Date('2026-11-21T12:00:00Z'),
  clock: { timezone: 'UTC', dayStartHour: 4 },
  portionSize: 20,
};
const due = { dueCount: 47, newCount: 3, dueMinutes: 9, dueDeckCount: 5, nextDueAt: null };
const tomorrow = '2026-11-22T06:00:00Z';

it('the text about due cards opens with what is due', () => {
  expect(dueText(due, learner)).toEqual({
    title: '47 cards due today',
    lead: 'From 5 decks, about 9 minutes.',
    action: 'Study due cards',
  });
});

it('a learner who has not begun reads how many new cards there are and begins with a portion, not "Nothing due today"', () => {
  expect(dueText({ ...due, dueCount: 0, newCount: 33 }, learner)).toEqual({
    title: '33 new cards',
    lead: 'Nothing is due yet. A card comes back when you are about to forget it.',
    action: 'Start with 20',
  });
});

it('the text about due cards offers new cards when nothing is due, and says when the next ones come back', () => {
  expect(dueText({ ...due, dueCount: 0, nextDueAt: tomorrow }, learner)).toEqual({
    title: '3 new cards',
    lead: 'Nothing is due. The next cards come back tomorrow.',
    action: 'Learn new cards',
  });
});

it('the text about due cards offers nothing when there is nothing', () => {
  expect(dueText({ ...due, dueCount: 0, newCount: 0 }, learner).action).toBeNull();
});

it('a finished day is called done, with what is left and when the next cards come back', () => {
  expect(finishedText({ ...due, dueCount: 0, nextDueAt: tomorrow }, learner)).toEqual({
    title: 'Done for today',
    lead: '3 new cards are left. The next cards come back tomorrow.',
    action: 'Learn new cards',
  });
  expect(finishedText({ ...due, dueCount: 0, newCount: 0, nextDueAt: tomorrow }, learner).action).toBeNull();
});

it('between midnight and 4 the study day is still the day before', () => {
  const numbers = { ...due, dueCount: 0, newCount: 0, nextDueAt: '2026-11-22T04:00:00Z' };
  const { title, lead } = dueText(numbers, { ...learner, now: new Date('2026-11-22T01:00:00Z') });
  expect(`${title}. ${lead}`).toBe('Nothing due today. The next cards come back tomorrow.');
});
