import { describe, expect, test } from 'vitest';
import { levelOf, nextLevelXpOf } from './level.ts';

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
