import { study } from '@kumbuka/contracts/constants';

/** From 1; 200 XP each. */
export const levelOf = (xp: number) => Math.floor(xp / study.xpPerLevel) + 1;

/** Whole percent, at most 100. */
export function xpPercent(xp: number, nextLevelXp: number): number {
  return nextLevelXp > 0 ? Math.min(100, Math.round((xp / nextLevelXp) * 100)) : 0;
}
