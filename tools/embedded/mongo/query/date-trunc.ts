import { badValue } from '../errors.ts';

const DAY = 86_400_000;
const REFERENCE = Date.UTC(2000, 0, 1);
const FIXED: Record<string, number> = { millisecond: 1, second: 1000, minute: 60_000, hour: 3_600_000 };
const MONTHS: Record<string, number> = { month: 1, quarter: 3, year: 12 };
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

export type Truncation = { unit: string; binSize: number; timezone: string; startOfWeek: string };

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

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timezone: string): Intl.DateTimeFormat {
  let format = formats.get(timezone);
  if (!format) {
    try {
      const parts = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
      const times = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const;
      format = new Intl.DateTimeFormat('en-US', { timeZone: timezone, era: 'short', ...parts, ...times });
    } catch {
      throw badValue(`unrecognized time zone identifier: "${timezone}"`);
    }
    formats.set(timezone, format);
  }
  return format;
}

/** What the clock of the time zone shows at the instant, as if it were UTC. */
function toClock(instant: number, timezone: string): number {
  const offset = /^([+-])(\d{2}):?(\d{2})?$/.exec(timezone);
  if (offset) {
    const minutes = Number(offset[2]) * 60 + Number(offset[3] ?? 0);
    return instant + (offset[1] === '-' ? -1 : 1) * minutes * 60_000;
  }
  const parts = new Map(
    formatOf(timezone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  const at = (name: Intl.DateTimeFormatPartTypes) => Number(parts.get(name));
  const year = parts.get('era') === 'BC' ? 1 - at('year') : at('year');
  const seconds = Date.UTC(year, at('month') - 1, at('day'), at('hour'), at('minute'), at('second'));
  return seconds + (((instant % 1000) + 1000) % 1000);
}

/** The instant at which the clock of the time zone shows this; the first one when it shows it twice. */
function toInstant(clock: number, timezone: string): number {
  const guess = clock - (toClock(clock, timezone) - clock);
  const before = clock - (toClock(guess - DAY / 4, timezone) - (guess - DAY / 4));
  if (toClock(before, timezone) === clock) return before;
  return clock - (toClock(guess, timezone) - guess);
}
