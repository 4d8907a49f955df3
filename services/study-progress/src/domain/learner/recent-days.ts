import type { Day } from '@kumbuka/contracts/study-day';

/** Counters of one recent day, for the week view and the 30-day rates. */
export interface RecentDay {
  day: Day;
  answers: number;
  /** Answers given within 60 s. */
  focused: number;
  /** First answers of the day to cards in review. */
  reviews: number;
  /** Correct ones among `reviews`. */
  recalled: number;
  /** Cards whose last answer was on this day. */
  cards: number;
}

/** Oldest first. Days before `from` are discarded permanently. */
export interface RecentDays {
  from: Day | null;
  days: readonly RecentDay[];
}

/**
 * Maximum number of stored days: 30 for the rates plus a margin. The limit is a count, not an age, so that an
 * answer from a fast clock evicts one day and not all.
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

/** Adds to the counters of a day; discarded days are not restored. */
export function changeRecent(recent: RecentDays, day: Day, change: RecentChange): RecentDays {
  if (recent.from !== null && day < recent.from) return recent;
  const others = recent.days.filter((row) => row.day !== day);
  const row = changed(recent.days.find((existing) => existing.day === day) ?? emptyDay(day), change);
  if (isEmpty(row)) return { from: recent.from, days: others };
  return forgetOldest({ from: recent.from, days: [...others, row].sort((a, b) => a.day - b.day) });
}

/** Sums the days `from` to `to`, both inclusive. */
export function sumRecent({ days }: RecentDays, from: Day, to: Day): RecentDay {
  return days
    .filter(({ day }) => day >= from && day <= to)
    .reduce((sum, row) => changed(sum, row), emptyDay(from));
}
