import { describe, expect, test } from 'vitest';
import { addDuration, answersIn, removeDuration, secondsPerAnswer, type Durations } from './seconds.ts';

describe('seconds per answer', () => {
  test('are 20 before the first timed answer', () => expect(secondsPerAnswer([])).toBe(20));
  test('are the median', () => {
    expect(secondsPerAnswer([3_000, 60_000, 5_000])).toBe(5);
    expect(secondsPerAnswer([4_000, 6_000])).toBe(5);
  });
  test('are 20 when answers took no time', () => expect(secondsPerAnswer([0, 0, 0])).toBe(20));
  test('are computed from the last 101 answers', () => {
    let durations: Durations = Array.from({ length: 101 }, () => 1_000);
    for (let i = 0; i < 101; i++) durations = addDuration(durations, 9_000);
    expect(durations).toHaveLength(101);
    expect(secondsPerAnswer(durations)).toBe(9);
  });
  test('forget an undone answer', () => expect(removeDuration([1, 2, 1, 3], 1)).toEqual([1, 2, 3]));
  test('turn minutes into a number of cards, at least one', () => {
    expect(answersIn(5, 20)).toBe(15);
    expect(answersIn(1, 90)).toBe(1);
  });
});
