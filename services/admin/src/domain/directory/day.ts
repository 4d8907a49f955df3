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

/** Tells the date that an instant has in a zone, as YYYY-MM-DD. */
export function datesOf(timezone: string): (instant: Date) => string {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return (instant) => format.format(instant);
}

const dayMs = 86_400_000;

/** The last dates up to one, oldest first. */
export function datesUntil(last: string, count: number): string[] {
  const end = Date.parse(`${last}T00:00:00Z`);
  return Array.from({ length: count }, (_, index) =>
    new Date(end - (count - 1 - index) * dayMs).toISOString().slice(0, 10),
  );
}

/** Every one of the dates, those without a row as quiet days. */
export function fillDays(dates: readonly string[], days: readonly Day[]): Day[] {
  const byDate = new Map(days.map((day) => [day.date, day]));
  return dates.map((date) => byDate.get(date) ?? { date, ...quietDay });
}

/** Counts by date, added up from single ones. */
export function addUp(counted: readonly { date: string; what: keyof DayCounts }[]): Day[] {
  const days = new Map<string, Day>();
  for (const { date, what } of counted) {
    const day = days.get(date) ?? { date, ...quietDay };
    days.set(date, { ...day, [what]: day[what] + 1 });
  }
  return [...days.values()];
}
