import { dayMs } from '@kumbuka/contracts/study-day';
import { describe, expect, test } from 'vitest';
import { isFitDue } from './own-weights.ts';

const at = new Date('2026-03-04T09:00:00Z');
const after = (days: number) => new Date(at.getTime() + days * dayMs);
const latest = { at, seq: 1_000, reviews: 800 };

describe('a fit of weights', () => {
  test('is due for a learner who was never tried', () => {
    expect(isFitDue({ seq: 500 }, null, at)).toBe(true);
    expect(isFitDue({ seq: 10 }, null, at)).toBe(false);
  });
  test('is due after a month with new entries', () => {
    expect(isFitDue({ seq: 1_001 }, latest, after(29))).toBe(false);
    expect(isFitDue({ seq: 1_001 }, latest, after(30))).toBe(true);
    expect(isFitDue({ seq: 1_000 }, latest, after(300))).toBe(false);
  });
  test('is due when the log has doubled', () => {
    expect(isFitDue({ seq: 1_999 }, latest, after(1))).toBe(false);
    expect(isFitDue({ seq: 2_000 }, latest, after(1))).toBe(true);
  });
  test('is due after a week while there are too few reviews', () => {
    expect(isFitDue({ seq: 1_001 }, { ...latest, reviews: 399 }, after(6))).toBe(false);
    expect(isFitDue({ seq: 1_001 }, { ...latest, reviews: 399 }, after(7))).toBe(true);
  });
});
