/** Counters of one day of the configured zone. */
export interface DayCounts {
  newUsers: number;
  activeUsers: number;
  answers: number;
  generations: number;
  payments: number;
}

export interface Day extends DayCounts {
  /** YYYY-MM-DD. */
  date: string;
}

const quietDay: DayCounts = { newUsers: 0, activeUsers: 0, answers: 0, generations: 0, payments: 0 };

const dayMs = 86_400_000;

/** Returns the last dates up to a date, oldest first. */
export function datesUntil(last: string, count: number): string[] {
  const end = Date.parse(`${last}T00:00:00Z`);
  return Array.from({ length: count }, (_, index) =>
    new Date(end - (count - 1 - index) * dayMs).toISOString().slice(0, 10),
  );
}

/** Returns a row for each date, with zeros for dates without a row. */
export function fillDays(dates: readonly string[], days: readonly Day[]): Day[] {
  const byDate = new Map(days.map((day) => [day.date, day]));
  return dates.map((date) => byDate.get(date) ?? { date, ...quietDay });
}

/** Sums counts by date. */
export function addUp(counted: readonly { date: string; what: keyof DayCounts }[]): Day[] {
  const days = new Map<string, Day>();
  for (const { date, what } of counted) {
    const day = days.get(date) ?? { date, ...quietDay };
    days.set(date, { ...day, [what]: day[what] + 1 });
  }
  return [...days.values()];
}
