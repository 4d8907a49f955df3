import type { Day } from '../calendar/calendar.ts';
import type { RecentDay } from '../rows.ts';

/** Days back that the week and the 30-day rates look at, with room for clocks that differ. */
export const recentDaysKept = 40;

export type RecentChange = Partial<Omit<RecentDay, 'day'>>;

const emptyDay = (day: Day): RecentDay => ({
  day,
  answers: 0,
  focused: 0,
  reviews: 0,
  recalled: 0,
  cards: 0,
});

const changed = (row: RecentDay, change: RecentChange): RecentDay => ({
  day: row.day,
  answers: row.answers + (change.answers ?? 0),
  focused: row.focused + (change.focused ?? 0),
  reviews: row.reviews + (change.reviews ?? 0),
  recalled: row.recalled + (change.recalled ?? 0),
  cards: row.cards + (change.cards ?? 0),
});

const isEmpty = ({ answers, focused, reviews, recalled, cards }: RecentDay) =>
  answers === 0 && focused === 0 && reviews === 0 && recalled === 0 && cards === 0;

/** Adds to the counts of a day; days older than the window of the newest one are left out. */
export function changeRecent(
  recent: readonly RecentDay[],
  day: Day,
  change: RecentChange,
  newest: Day,
): RecentDay[] {
  const oldest = newest - recentDaysKept;
  const kept = recent.filter((row) => row.day >= oldest && row.day !== day);
  if (day < oldest) return kept;
  const row = changed(recent.find((known) => known.day === day) ?? emptyDay(day), change);
  return isEmpty(row) ? kept : [...kept, row].sort((a, b) => a.day - b.day);
}

/** Sums of the days from `from` on. */
export function sumRecent(recent: readonly RecentDay[], from: Day, to = Number.POSITIVE_INFINITY): RecentDay {
  return recent
    .filter(({ day }) => day >= from && day <= to)
    .reduce((sum, row) => changed(sum, row), emptyDay(from));
}
