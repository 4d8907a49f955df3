import { expect, it } from 'vitest';
import { canStart, pickHint, subjectsOf, togglePick, toggleSubject, visibleStarters } from './selection.ts';

const starters = [
  { id: '1', subject: 'Biology' },
  { id: '2', subject: 'Biology' },
  { id: '3', subject: 'History' },
  { id: '4', subject: 'English' },
];

it('the selection ignores a fourth pick, and a pick can be undone', () => {
  expect(togglePick(['1', '2', '3'], '4')).toEqual(['1', '2', '3']);
  expect(togglePick(['1', '2', '3'], '2')).toEqual(['1', '3']);
});

it('the selection can start with two or three picks', () => {
  expect([[], ['1'], ['1', '2'], ['1', '2', '3']].map(canStart)).toEqual([false, false, true, true]);
  expect(pickHint(['1'])).toBe('Pick 1 more');
});

it('the selection keeps the last subject on', () => {
  expect(toggleSubject(['Biology'], 'Biology')).toEqual(['Biology']);
  expect(toggleSubject(['Biology', 'History'], 'Biology')).toEqual(['History']);
  expect(toggleSubject(['History'], 'Biology')).toEqual(['History', 'Biology']);
});

it('the selection shows chosen subjects, one of each first', () => {
  expect(subjectsOf(starters)).toEqual(['Biology', 'History', 'English']);
  expect(visibleStarters(starters, ['Biology', 'English']).map(({ id }) => id)).toEqual(['1', '4', '2']);
});
