import { weekdayOf, type Day } from '@kumbuka/contracts/study-day';

/** How much a learner wants to study on a day of the week. */

export type EasyDay = 'full' | 'half' | 'off';

/** From Sunday. */
export type EasyDays = readonly EasyDay[];

export const noEasyDays: EasyDays = Array.from({ length: 7 }, () => 'full');

/** What the choice of a due day depends on besides the card. */
export interface Spread {
  easyDays: EasyDays;
  /** Cards that fall due on a day. */
  load(day: Day): number;
  /** Due days of the other cards of the same note. */
  siblings?: readonly Day[];
}

const isOff = (easyDays: EasyDays, day: Day): boolean => easyDays[weekdayOf(day)] === 'off';

/** Whether cards may fall due on some day of the week. */
const hasFreeDay = (easyDays: EasyDays) => easyDays.some((kind) => kind !== 'off');

/** The day, or the next one that is not off. */
export function nextFree(easyDays: EasyDays, day: Day): Day {
  if (!hasFreeDay(easyDays)) return day;
  let free = day;
  while (isOff(easyDays, free)) free += 1;
  return free;
}

const isFull = (easyDays: EasyDays, day: Day): boolean => easyDays[weekdayOf(day)] === 'full';

/** Days ahead among which a full day is looked for. */
const weekDays = 7;

/** Days that the fuzz may choose, and the first day on which the card may come at all. */
export interface DayRange {
  first: Day;
  last: Day;
  /** Without it no day before the first is added. */
  earliest?: Day | undefined;
}

/**
 * Days that the fuzz may choose, without days off. Where none is a full day, such as for short intervals, which have no fuzz,
 * the full day before is added, so that cards do not come later on the whole; without one, the next full day.
 */
export function openDays({ first, last, earliest = first }: DayRange, easyDays: EasyDays): Day[] {
  const days = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const free = days.filter((day) => !isOff(easyDays, day));
  if (free.some((day) => isFull(easyDays, day))) return free;
  const before = first - 1;
  if (before >= earliest && isFull(easyDays, before)) return [before, ...free];
  const open = free.length > 0 ? free : [nextFree(easyDays, last)];
  const after = Array.from({ length: weekDays }, (_, index) => last + 1 + index);
  const full = after.find((day) => isFull(easyDays, day));
  return [...new Set([...open, ...(full === undefined ? [] : [full])])];
}

/** A number from 0 to below 1 that follows from a text (mulberry32). */
export function drawOf(seed: string): number {
  let state = 0x9e3779b9;
  for (const char of seed) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  state = (state + 0x6d2b79f5) >>> 0;
  let mixed = Math.imul(state ^ (state >>> 15), state | 1);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

/** A half day gets a little less, because cards that nothing moves, such as overdue ones, come to it, too. */
const shareOf = { full: 1, half: 0.4, off: 0 } as const satisfies Record<EasyDay, number>;
/** How strongly a busy day repels further cards. */
const steepness = 3;
/** A card keeps this distance in days from the other cards of its note where it can. */
const siblingDistance = 1;

function weightOf(day: Day, { easyDays, load, siblings = [] }: Spread): number {
  const share = shareOf[easyDays[weekdayOf(day)] ?? 'full'];
  if (share === 0) return 0;
  const isBeside = siblings.some((other) => Math.abs(other - day) < siblingDistance);
  return (isBeside ? 1e-6 : 1) * (share / (load(day) + 1)) ** steepness;
}

/** Chooses one of some days: quiet days are likelier, and the draw follows from the seed alone. */
export function chooseDay(days: readonly Day[], spread: Spread, seed: string): Day {
  const weights = days.map((day) => weightOf(day, spread));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let left = drawOf(seed) * total;
  const chosen = days.find((_day, index) => (left -= weights[index] ?? 0) < 0);
  return chosen ?? (days.at(-1) as Day);
}
