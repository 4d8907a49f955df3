import type { Day } from '../calendar/calendar.ts';

/** What is counted of one recent day, for the week and the 30-day rates. */
export interface RecentDay {
  day: Day;
  answers: number;
  /** Answers given within 60 s. */
  focused: number;
  /** First answers of the day on cards already in review. */
  reviews: number;
  /** Those of them that were right. */
  recalled: number;
  /** Cards whose last answer was on this day. */
  cards: number;
}

/** Oldest first; days before `from` are forgotten for good. */
export interface RecentDays {
  from: Day | null;
  days: readonly RecentDay[];
}

/**
 * Days that are remembered: those of the 30-day rates and some more. They are counted, not measured from the newest,
 * so that an answer under a clock far ahead pushes out one day and not all.
 */
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

function forgetOldest({ from, days }: RecentDays): RecentDays {
  const [oldest] = days;
  if (!oldest || days.length <= recentDaysKept) return { from, days };
  return { from: oldest.day + 1, days: days.slice(1) };
}

/** Adds to the counts of a day; forgotten days stay forgotten. */
export function changeRecent(recent: RecentDays, day: Day, change: RecentChange): RecentDays {
  if (recent.from !== null && day < recent.from) return recent;
  const others = recent.days.filter((row) => row.day !== day);
  const row = changed(recent.days.find((known) => known.day === day) ?? emptyDay(day), change);
  if (isEmpty(row)) return { from: recent.from, days: others };
  return forgetOldest({ from: recent.from, days: [...others, row].sort((a, b) => a.day - b.day) });
}

/** Sums of the days from `from` to `to`, both included. */
export function sumRecent({ days }: RecentDays, from: Day, to: Day): RecentDay {
  return days
    .filter(({ day }) => day >= from && day <= to)
    .reduce((sum, row) => changed(sum, row), emptyDay(from));
}
