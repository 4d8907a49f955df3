import { badValue } from '../../errors.ts';
import { DAY, toClock, toInstant } from './clock.ts';

const REFERENCE = Date.UTC(2000, 0, 1);
const FIXED: Record<string, number> = { millisecond: 1, second: 1000, minute: 60_000, hour: 3_600_000 };
const MONTHS: Record<string, number> = { month: 1, quarter: 3, year: 12 };
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

export interface Truncation {
  unit: string;
  binSize: number;
  timezone: string;
  startOfWeek: string;
}

/**
 * The start of the unit that the date lies in, on the clock of the time zone. Several units make one bin, counted
 * from the year 2000, as `$dateTrunc` documents it.
 */
export function truncateDate(date: Date, { unit, binSize, timezone, startOfWeek }: Truncation): Date {
  if (!Number.isInteger(binSize) || binSize < 1) throw badValue('$dateTrunc requires a positive binSize');
  const fixed = FIXED[unit];
  if (fixed !== undefined) {
    const reference = toInstant(REFERENCE, timezone);
    return new Date(floorTo(date.getTime() - reference, fixed * binSize) + reference);
  }
  return new Date(
    toInstant(truncateClock(toClock(date.getTime(), timezone), unit, binSize, startOfWeek), timezone),
  );
}

/** The same on a clock's reading, given as if it were UTC. */
function truncateClock(clock: number, unit: string, binSize: number, startOfWeek: string): number {
  const months = MONTHS[unit];
  if (months !== undefined) {
    const reading = new Date(clock);
    const since = (reading.getUTCFullYear() - 2000) * 12 + reading.getUTCMonth();
    return Date.UTC(2000, floorTo(since, months * binSize), 1);
  }
  if (unit === 'day') return floorTo(clock - REFERENCE, DAY * binSize) + REFERENCE;
  if (unit !== 'week') throw badValue(`$dateTrunc: unknown time unit value: ${unit}`);
  const first = WEEKDAYS.indexOf(startOfWeek.toLowerCase().slice(0, 3));
  if (first < 0) throw badValue(`$dateTrunc: unknown day of week value: ${startOfWeek}`);
  const reference = REFERENCE + ((first - new Date(REFERENCE).getUTCDay() + 7) % 7) * DAY;
  return floorTo(clock - reference, 7 * DAY * binSize) + reference;
}

const floorTo = (value: number, step: number): number => Math.floor(value / step) * step;
