import { study } from '@kumbuka/contracts';

/** From 1; every 200 XP one more. */
export const levelOf = (xp: number): number => Math.floor(xp / study.xpPerLevel) + 1;
/** XP at which the next level begins. */
export const nextLevelXpOf = (xp: number): number => study.xpPerLevel * levelOf(xp);
