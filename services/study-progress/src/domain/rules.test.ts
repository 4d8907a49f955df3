import { describe, expect, test } from 'vitest';
import { checkAnsweredAt } from './answer-rules.ts';
import { masteryOf } from './board.ts';
import { levelOf, nextLevelXpOf } from './level.ts';
import { memoryTicks, sampleEvenly } from './memory-ticks.ts';
import { studyOrder, weakestFirst } from './queue.ts';
import { changeRecent, recentDaysKept, sumRecent } from './recent-days.ts';
import { addDuration, answersIn, removeDuration, secondsPerAnswer } from './seconds.ts';
import { firstIdleAt, implicitSession, isIdle, resumable, xpOf } from './sessions.ts';
import type { OpenSession } from './rows.ts';

const today = 20_500;

describe('levels', () => {
  test.each([
    [0, 1, 200],
    [190, 1, 200],
    [200, 2, 400],
    [399, 2, 400],
    [400, 3, 600],
  ])('%i XP is level %i, the next begins at %i', (xp, level, next) => {
    expect([levelOf(xp), nextLevelXpOf(xp)]).toEqual([level, next]);
  });
});

describe('when an answer was given', () => {
  const now = new Date('2026-03-04T09:00:00Z');
  const made = new Date('2026-03-01T00:00:00Z');
  const check =
    (instant: string, createdAt = made) =>
    () =>
      checkAnsweredAt(new Date(instant), createdAt, now);
  const long = new Date('2025-01-01T00:00:00Z');
  test('may be up to 30 days ago', () => {
    expect(check('2026-02-02T09:00:00Z', long)).not.toThrow();
    expect(check('2026-02-02T08:59:59Z', long)).toThrow(/30 days/);
  });
  test('may be up to 5 minutes ahead', () => {
    expect(check('2026-03-04T09:05:00Z')).not.toThrow();
    expect(check('2026-03-04T09:05:01Z')).toThrow(/5 minutes/);
  });
  test('may not be before the card was made', () => {
    expect(check('2026-03-01T00:00:00Z')).not.toThrow();
    expect(check('2026-02-28T23:59:59Z')).toThrow(/before the card/);
  });
});

describe('mastery', () => {
  test('is unknown before the first answer, not 0', () =>
    expect(masteryOf({ correct: 0, incorrect: 0 })).toBeNull());
  test('is the rounded percent of right answers', () => {
    expect(masteryOf({ correct: 2, incorrect: 1 })).toBe(67);
    expect(masteryOf({ correct: 199, incorrect: 51 })).toBe(80);
  });
});

describe('seconds an answer', () => {
  test('are 20 until one is known', () => expect(secondsPerAnswer([])).toBe(20));
  test('are the median', () => {
    expect(secondsPerAnswer([3_000, 60_000, 5_000])).toBe(5);
    expect(secondsPerAnswer([4_000, 6_000])).toBe(5);
  });
  test('are 20 when answers took no time', () => expect(secondsPerAnswer([0, 0, 0])).toBe(20));
  test('look at the last 101 answers', () => {
    let durations = Array.from({ length: 101 }, () => 1_000);
    for (let i = 0; i < 101; i++) durations = addDuration(durations, 9_000);
    expect(durations).toHaveLength(101);
    expect(secondsPerAnswer(durations)).toBe(9);
  });
  test('forget an answer that was taken back', () =>
    expect(removeDuration([1, 2, 1, 3], 1)).toEqual([1, 2, 3]));
  test('make minutes a number of cards, at least one', () => {
    expect(answersIn(5, 20)).toBe(15);
    expect(answersIn(1, 90)).toBe(1);
  });
});

describe('the order of study', () => {
  const card = (cardId: number, stability: number | null, lastDay: number | null, dueDay: number | null) => ({
    cardId,
    deckId: 1,
    stability,
    lastDay,
    dueDay,
  });
  const weak = card(5, 1, today - 20, today - 3);
  const strong = card(4, 100, today - 20, today);
  const twin = card(3, 100, today - 20, today);
  test('takes due cards by lowest predicted recall, ties by id', () => {
    expect(weakestFirst([strong, weak, twin], today).map(({ cardId }) => cardId)).toEqual([5, 3, 4]);
  });
  test('is due, new, the rest by due date', () => {
    const later = card(1, 9, today, today + 9);
    const sooner = card(2, 9, today, today + 2);
    const cards = [later, card(9, null, null, null), strong, sooner, card(8, null, null, null), weak];
    expect(studyOrder(cards, today)).toEqual([5, 4, 8, 9, 2, 1]);
  });
});

describe('the memory of a deck', () => {
  const source = (stability: number | null, days = 5) => ({
    stability,
    lastDay: stability === null ? null : today - days,
    dueDay: stability === null ? null : today,
  });
  test('is strongest first, new cards last', () => {
    const ticks = memoryTicks([source(null), source(1), source(50)], today);
    expect(ticks.map(({ recall }) => recall === null)).toEqual([false, false, true]);
    expect(ticks[0]?.recall).toBeGreaterThan(ticks[1]?.recall ?? 1);
    expect(ticks.map(({ isDue }) => isDue)).toEqual([true, true, false]);
  });
  test('is sampled evenly to 48', () => {
    const numbers = Array.from({ length: 1_000 }, (_, index) => index);
    const sampled = sampleEvenly(numbers, 48);
    expect(sampled).toHaveLength(48);
    expect(sampled[0]).toBe(10);
    expect(sampled.at(-1)).toBe(989);
    expect(
      memoryTicks(
        numbers.map(() => source(4)),
        today,
      ),
    ).toHaveLength(48);
  });
});

describe('recent days', () => {
  test('add up and forget what is older than their window', () => {
    let recent = changeRecent([], today - recentDaysKept, { answers: 1 }, today);
    recent = changeRecent(recent, today, { answers: 2, focused: 1 }, today);
    expect(sumRecent(recent, today - recentDaysKept)).toMatchObject({ answers: 3, focused: 1 });
    recent = changeRecent(recent, today + 1, { answers: 1 }, today + 1);
    expect(sumRecent(recent, 0)).toMatchObject({ answers: 3 });
    expect(changeRecent(recent, today - 99, { answers: 1 }, today + 1)).toEqual(recent);
  });
  test('that are back at nothing go', () => {
    const one = changeRecent([], today, { answers: 1 }, today);
    expect(changeRecent(one, today, { answers: -1 }, today)).toEqual([]);
  });
});

describe('sessions', () => {
  const at = (minutes: number) => new Date(Date.parse('2026-03-04T09:00:00Z') + minutes * 60_000);
  const session = (more: Partial<OpenSession>): OpenSession => ({
    sessionId: 's',
    deckId: 1,
    implicit: true,
    startedAt: at(0),
    lastAnswerAt: at(10),
    answered: 1,
    correct: 1,
    durationMs: 0,
    ...more,
  });
  test('end by themselves 30 minutes after the last answer', () => {
    expect(isIdle(session({}), at(39.9))).toBe(false);
    expect(isIdle(session({}), at(40))).toBe(true);
    expect(firstIdleAt([session({ lastAnswerAt: at(20) }), session({})])).toEqual(at(40));
    expect(firstIdleAt([])).toBeUndefined();
  });
  test('can be resumed until then, the last one first', () => {
    const older = session({ sessionId: 'older' });
    const newer = session({ sessionId: 'newer', lastAnswerAt: at(15) });
    expect(resumable([older, newer], at(30))?.sessionId).toBe('newer');
    expect(resumable([older], at(41))).toBeNull();
    expect(resumable([session({ answered: 0 })], at(11))).toBeNull();
  });
  test('without a name are one for each deck, as long as answers follow within 30 minutes', () => {
    expect(implicitSession([session({})], 1, at(40))).not.toBeNull();
    expect(implicitSession([session({})], 1, at(41))).toBeNull();
    expect(implicitSession([session({})], 1, at(-31))).toBeNull();
    expect(implicitSession([session({})], 2, at(11))).toBeNull();
    expect(implicitSession([session({ implicit: false })], 1, at(11))).toBeNull();
  });
  test('give 10 XP when a card was answered', () => {
    expect(xpOf({ answered: 1 })).toBe(10);
    expect(xpOf({ answered: 0 })).toBe(0);
  });
});
