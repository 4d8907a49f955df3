import { study } from '@kumbuka/contracts';

/** Level, from 1; each level takes 200 XP. */
export const levelOf = (xp: number): number => Math.floor(xp / study.xpPerLevel) + 1;
/** XP at which the next level begins. */
export const nextLevelXpOf = (xp: number): number => study.xpPerLevel * levelOf(xp);
