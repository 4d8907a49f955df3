import type { Day } from '../calendar/calendar.ts';
import { isDue } from './due.ts';

/** How many cards fall due on which day, earliest first; days without one are left out. */
export type DueDays = [day: Day, count: number][];

/** Adds `change` cards (may be negative) to a day; null stands for new cards, which are not scheduled. */
export function addDue(days: DueDays, day: Day | null, change: number): DueDays {
  if (day === null || change === 0) return days;
  const at = days.findIndex(([known]) => known >= day);
  const index = at < 0 ? days.length : at;
  const known = days[index]?.[0] === day ? days[index][1] : null;
  const count = (known ?? 0) + change;
  return days.toSpliced(index, known === null ? 0 : 1, ...(count > 0 ? [[day, count] as [Day, number]] : []));
}

/** Takes every day of `taken` out of `days`. */
export const subtractDue = (days: DueDays, taken: DueDays): DueDays =>
  taken.reduce((left, [day, count]) => addDue(left, day, -count), days);

/** Cards that are due on `today`. */
export const dueCountOn = (days: DueDays, today: Day): number =>
  days.reduce((sum, [day, count]) => (isDue(day, today) ? sum + count : sum), 0);

/** The first day after `today` on which a card falls due. */
export const nextDueAfter = (days: DueDays, today: Day): Day | null =>
  days.find(([day]) => !isDue(day, today))?.[0] ?? null;

/** Cards falling due on each of the next days, today first, with everything overdue counted to today. */
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
