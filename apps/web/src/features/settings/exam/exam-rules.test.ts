import { expect, it } from 'vitest';
import { corrected, reasonsOf } from './exam-rules.ts';

const exam = { promise: [0.5, 0.9], cards: 100 };
const onCourse = { exam, foreseen: 0.895, missedDays: 3, cards: 100 };

it('a promise that holds has no reasons to move, even after missed days', () => {
  expect(reasonsOf(onCourse)).toEqual([]);
});

it('a promise that does not hold always has a reason', () => {
  expect(reasonsOf({ ...onCourse, foreseen: 0.8 })).toEqual(['missed-days']);
  expect(reasonsOf({ ...onCourse, foreseen: 0.8, cards: 112 })).toEqual(['missed-days', 'more-cards']);
  expect(reasonsOf({ ...onCourse, foreseen: 0.8, missedDays: 0 })).toEqual(['less-remembered']);
});

it('what is said is corrected by what was remembered', () => {
  expect(corrected(0.9, 0)).toBeCloseTo(0.97 * 0.9, 10);
  expect(corrected(0.9, -0.5)).toBeLessThan(corrected(0.9, 0));
  expect([corrected(0, 1), corrected(1, -1)]).toEqual([0, 0.97]);
});
