import { limits } from '@kumbuka/contracts/constants';

/** Ticks of a session: as many as a deck's edge has at most, for otherwise they would be hairlines. */
export const tickCount = (cards: number): number => Math.min(limits.memoryTicks, cards);

/** Whether this many ticks are drawn closer together. */
export const areCrowded = (ticks: number): boolean => ticks > 30;
