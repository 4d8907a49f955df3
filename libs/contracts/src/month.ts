/** Calendar month as YYYY-MM in a time zone. */
export type Month = string;

interface YearMonth {
  year: number;
  /** 1 to 12. */
  month: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(zone: string): Intl.DateTimeFormat {
  const cached = formats.get(zone);
  if (cached) return cached;
  const digits = {
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  } as const;
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    ...digits,
    hourCycle: 'h23',
  });
  formats.set(zone, made);
  return made;
}

/** Wall clock of the zone, read as UTC; whole seconds. */
function wallTime(at: Date, zone: string): Date {
  const parts = formatIn(zone).formatToParts(at);
  const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
  return new Date(Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second')));
}

function yearMonthOf(at: Date, zone: string): YearMonth {
  const wall = wallTime(at, zone);
  return { year: wall.getUTCFullYear(), month: wall.getUTCMonth() + 1 };
}

/** Month of an instant. */
export function monthOf(at: Date, zone: string): Month {
  const { year, month } = yearMonthOf(at, zone);
  return `${year}-${String(month).padStart(2, '0')}`;
}

/** Date of an instant, YYYY-MM-DD. */
export const dateOf = (at: Date, zone: string): string => wallTime(at, zone).toISOString().slice(0, 10);

/** Start of the month after that of the instant. */
export function nextMonthAt(at: Date, zone: string): Date {
  const { year, month } = yearMonthOf(at, zone);
  const wanted = Date.UTC(year, month, 1);
  const guess = new Date(wanted);
  const offset = wallTime(guess, zone).getTime() - guess.getTime();
  const first = new Date(wanted - offset);
  // The offset may change between the estimate and the actual midnight.
  return new Date(first.getTime() + wanted - wallTime(first, zone).getTime());
}
