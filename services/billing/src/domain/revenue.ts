import { dateOf } from '@kumbuka/contracts';

/** First and last day, YYYY-MM-DD. */
export interface DayRange {
  from: string;
  to: string;
}

export interface RevenueDay {
  date: string;
  payments: number;
  amountCents: number;
}

/** Amount and time of a confirmed payment. */
export interface Confirmed {
  confirmedAt: Date;
  amountCents: number;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Returns the date some days after another one. */
export const daysAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10);

export const daysIn = ({ from, to }: DayRange): number => (Date.parse(to) - Date.parse(from)) / dayMs + 1;

/** First instant of a day in a zone; every zone's offset is a multiple of a quarter of an hour. */
function startOf(date: string, zone: string): Date {
  const noonInUtc = Date.parse(date) + dayMs / 2;
  for (let at = noonInUtc - 27 * hourMs; ; at += hourMs / 4)
    if (dateOf(new Date(at), zone) >= date) return new Date(at);
}

/** Instants from which and before which the days of a range last. */
export const boundsOf = ({ from, to }: DayRange, zone: string): { from: Date; before: Date } => ({
  from: startOf(from, zone),
  before: startOf(daysAfter(to, 1), zone),
});

/** Sums payments by the days of a zone, with zeros for days without a payment. */
export function sumByDay(range: DayRange, zone: string, confirmed: readonly Confirmed[]): RevenueDay[] {
  const days = Array.from({ length: daysIn(range) }, (_, index) => ({
    date: daysAfter(range.from, index),
    payments: 0,
    amountCents: 0,
  }));
  const ends = days.map(({ date }) => startOf(daysAfter(date, 1), zone).getTime());
  for (const { confirmedAt, amountCents } of confirmed) {
    const day = days[ends.findIndex((end) => confirmedAt.getTime() < end)];
    if (!day) continue;
    day.payments += 1;
    day.amountCents += amountCents;
  }
  return days;
}
