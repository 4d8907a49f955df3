const dayMs = 86_400_000;
const dateText = (time: number) => new Date(time).toISOString().slice(0, 10);
const sundayOf = (time: number) => time - new Date(time).getUTCDay() * dayMs;

export interface DayCount {
  date: string;
  count: number;
}

/** Whether each of the seven days up to `today` had an answer, `today` last. */
export function lastSevenDays(days: readonly DayCount[], today: string): boolean[] {
  const studied = new Set(days.filter(({ count }) => count > 0).map(({ date }) => date));
  const end = Date.parse(today);
  return Array.from({ length: 7 }, (_, index) => studied.has(dateText(end - (6 - index) * dayMs)));
}

/**
 * Counts by day in weeks from Sunday, from the week of the first study day up to `today`; null on the days before the first
 * one. At most `weeks` weeks. Days are 'YYYY-MM-DD'.
 */
export function weeksUntil(days: readonly DayCount[], today: string, weeks: number): (number | null)[] {
  const end = Date.parse(today);
  const counts = new Map(days.map(({ date, count }) => [date, count]));
  const studied = days.filter(({ count }) => count > 0).map(({ date }) => Date.parse(date));
  const first = Math.min(end, ...studied);
  const shownFrom = Math.max(sundayOf(first), sundayOf(end) - (weeks - 1) * 7 * dayMs);
  return Array.from({ length: (end - shownFrom) / dayMs + 1 }, (_, index) => {
    const day = shownFrom + index * dayMs;
    return day < first ? null : (counts.get(dateText(day)) ?? 0);
  });
}
