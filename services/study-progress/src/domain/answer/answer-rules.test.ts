import { describe, expect, test } from 'vitest';
import { timeOfAnswer } from './answer-rules.ts';

describe('the time of an answer', () => {
  const now = new Date('2026-03-04T09:00:00Z');
  const made = new Date('2026-03-01T00:00:00Z');
  const check =
    (instant: string, createdAt = made) =>
    () =>
      timeOfAnswer(new Date(instant), createdAt, now);
  const long = new Date('2025-01-01T00:00:00Z');
  test('may be up to 30 days ago', () => {
    expect(check('2026-02-02T09:00:00Z', long)).not.toThrow();
    expect(check('2026-02-02T08:59:59Z', long)).toThrow(/30 days/);
  });
  test('may be up to 5 minutes ahead', () => {
    expect(check('2026-03-04T09:05:00Z')).not.toThrow();
    expect(check('2026-03-04T09:05:01Z')).toThrow(/5 minutes/);
  });
  test.each(['2026-02-28T23:59:58Z', '2026-02-28T23:55:00Z'])(
    'by a slow clock, at %s before its card was made, counts as the time of the card',
    (instant) => expect(timeOfAnswer(new Date(instant), made, now)).toEqual(made),
  );
  test('after its card was made is kept', () => {
    const at = new Date('2026-03-01T00:00:00.001Z');
    expect(timeOfAnswer(at, made, now)).toEqual(at);
  });
  test('may not be more than 5 minutes before its card was made', () => {
    expect(check('2026-02-28T23:54:59.999Z')).toThrow(/before the card/);
  });
});
