import { describe, expect, test } from 'vitest';
import { checkAnsweredAt } from './answer-rules.ts';

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
