import { expect, it } from 'vitest';
import { levelOf, xpPercent } from './level.ts';
import { visitorStats, withDefaults } from '../../shared/format/public-stats.ts';

it('the level of a visitor keeps a 0 and fills only missing numbers with defaults', () => {
  expect(withDefaults({ streak: 0, xp: 0 })).toEqual({ ...visitorStats, streak: 0, xp: 0 });
  expect(withDefaults(null)).toEqual({
    streak: 2,
    xp: 120,
    nextLevelXp: 200,
    targetDays: 3,
    completedDays: 1,
  });
});

it('the level has a level for every 200 XP and a bar of at most 100 %', () => {
  expect([0, 199, 200, 520].map(levelOf)).toEqual([1, 1, 2, 3]);
  expect(xpPercent(120, 200)).toBe(60);
  expect(xpPercent(900, 600)).toBe(100);
});
