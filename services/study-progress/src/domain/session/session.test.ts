import { describe, expect, test } from 'vitest';
import { firstIdleAt, implicitSession, isIdle, resumable, xpOf, type OpenSession } from './session.ts';

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
    durationMs: 15_000,
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
    expect(xpOf(session({}), null, at(0))).toBe(10);
    expect(xpOf(session({ answered: 0 }), null, at(0))).toBe(0);
  });
  const inNoTime = session({ lastAnswerAt: at(0), durationMs: 0 });
  test('of zero seconds give no XP', () => {
    expect(xpOf(inNoTime, null, at(0))).toBe(0);
    expect(xpOf({ ...inNoTime, answered: 100, durationMs: 499 }, null, at(0))).toBe(0);
  });
  test('of one card known by heart give XP', () => {
    expect(xpOf({ ...inNoTime, durationMs: 500 }, null, at(0))).toBe(10);
  });
  test('of a client that rounds minutes to zero are timed by when they were answered', () => {
    expect(xpOf({ ...inNoTime, answered: 2, lastAnswerAt: at(0.1) }, null, at(0))).toBe(10);
  });
  test('give XP 30 times a day at most, and again on the next day', () => {
    const day = Math.floor(at(0).getTime() / 86_400_000);
    expect(xpOf(session({}), { day, count: 29 }, at(0))).toBe(10);
    expect(xpOf(session({}), { day, count: 30 }, at(0))).toBe(0);
    expect(xpOf(session({}), { day, count: 30 }, at(24 * 60))).toBe(10);
  });
});
