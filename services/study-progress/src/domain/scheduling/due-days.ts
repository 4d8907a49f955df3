import type { Day } from '@kumbuka/contracts/study-day';
import { isDue } from '@kumbuka/schedule';

/** Number of cards per due day, earliest first; days without cards are omitted. */
export type DueDays = readonly (readonly [day: Day, count: number])[];

/** Adds `change` cards (may be negative) to a day; `null` is for new cards, which are not scheduled. */
export function addDue(days: DueDays, day: Day | null, change: number): DueDays {
  if (day === null || change === 0) return days;
  const at = days.findIndex(([current]) => current >= day);
  const index = at < 0 ? days.length : at;
  const current = days[index]?.[0] === day ? days[index][1] : null;
  const count = (current ?? 0) + change;
  const left: DueDays = count > 0 ? [[day, count]] : [];
  return days.toSpliced(index, current === null ? 0 : 1, ...left);
}

/** Subtracts every day of `taken` from `days`. */
export const subtractDue = (days: DueDays, taken: DueDays): DueDays =>
  taken.reduce((left, [day, count]) => addDue(left, day, -count), days);

/** Number of cards due on `today`, overdue ones included. */
export const dueCountOn = (days: DueDays, today: Day): number =>
  days.reduce((sum, [day, count]) => (isDue(day, today) ? sum + count : sum), 0);

/** Returns the number of cards that fall due on a day. */
export function loadOf(days: DueDays): (day: Day) => number {
  const counts = new Map(days);
  return (day) => counts.get(day) ?? 0;
}

/** First day after `today` on which a card falls due. */
export const nextDueAfter = (days: DueDays, today: Day): Day | null =>
  days.find(([day]) => !isDue(day, today))?.[0] ?? null;

/** Cards that fall due on each of the next days, starting today; overdue cards count for today. */
export function forecastOf(days: DueDays, today: Day, length: number): { day: Day; count: number }[] {
  const counts = new Map<Day, number>();
  for (const [day, count] of days) {
    const on = isDue(day, today) ? today : day;
    counts.set(on, (counts.get(on) ?? 0) + count);
  }
  return Array.from({ length }, (_, index) => ({
    day: today + index,
    count: counts.get(today + index) ?? 0,
  }));
}
