const dayMs = 86_400_000;
const dateText = (time: number) => new Date(time).toISOString().slice(0, 10);

export interface DayCount {
  date: string;
  count: number;
}

/**
 * A full grid of weeks, Sunday first, ending with the week of `today`: one count for each day up to today.
 * Days are 'YYYY-MM-DD'.
 */
export function weeksUntil(days: readonly DayCount[], today: string, weeks: number): number[] {
  const counts = new Map(days.map(({ date, count }) => [date, count]));
  const end = Date.parse(today);
  const shown = (weeks - 1) * 7 + new Date(end).getUTCDay() + 1;
  return Array.from(
    { length: shown },
    (_, index) => counts.get(dateText(end - (shown - 1 - index) * dayMs)) ?? 0,
  );
}
