/** Whole days since 1970-01-01 in a learner's own calendar. */
export type Day = number;

/** Where and when a learner's days begin. */
export interface LocalClock {
  /** IANA name. */
  timezone: string;
  /** 0 to 23. */
  dayStartHour: number;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** One for each zone that there is, whatever the spellings that learners gave. */
const formats = new Map<string, Intl.DateTimeFormat>();
/** Names as they were given, and their zones; a name is up to 64 letters, each of which may be small or large. */
const zones = new Map<string, string>();
const namesMost = 1_000;

function formatOf(timezone: string): Intl.DateTimeFormat {
  const known = formats.get(zones.get(timezone) ?? '');
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', { timeZone: timezone, timeZoneName: 'longOffset' });
  const zone = made.resolvedOptions().timeZone;
  if (zones.size >= namesMost) zones.clear();
  zones.set(timezone, zone);
  const format = formats.get(zone) ?? made;
  formats.set(zone, format);
  return format;
}

/** How many spellings and zones are remembered; neither grows without end. */
export const rememberedZones = () => ({ names: zones.size, zones: formats.size });

/** A zone's name in its usual spelling; another name of the zone stays as it is. */
export function canonicalTimezone(name: string): string {
  const zone = formatOf(name).resolvedOptions().timeZone;
  return zone.toLowerCase() === name.toLowerCase() ? zone : name;
}

/** True for IANA names; plain offsets such as `+03:00` know no summer time and are refused. */
export function isTimezone(name: string): boolean {
  if (!/^[A-Za-z][\w+/-]{0,63}$/.test(name)) return false;
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

function computeOffset(timezone: string, instant: Date): number {
  const parts = formatOf(timezone).formatToParts(instant);
  const name = parts.find((part) => part.type === 'timeZoneName')?.value ?? 'GMT';
  const match = /^GMT(?:([+-])(\d{2}):(\d{2}))?/.exec(name);
  const minutes = Number(match?.[2] ?? 0) * 60 + Number(match?.[3] ?? 0);
  return match?.[1] === '-' ? -minutes : minutes;
}

const rememberedOffsets = 5_000;
const offsets = new Map<string, number>();

/**
 * Minutes that the wall clock of a zone is ahead of UTC at an instant. An offset is asked for once a minute of UTC:
 * since 1972 the tz database knows no change within one (St. John's changed at 00:01 until 2011).
 */
export function offsetMinutesAt(timezone: string, instant: Date): number {
  const key = `${timezone} ${Math.floor(instant.getTime() / minuteMs)}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  if (offsets.size >= rememberedOffsets) offsets.clear();
  const offset = computeOffset(timezone, instant);
  offsets.set(key, offset);
  return offset;
}

/** The study day of an instant by the offset and day start that held then: the wall clock, set back by the day start. */
export const dayOf = (instant: Date, offsetMinutes: number, dayStartHour: number): Day =>
  Math.floor((instant.getTime() + offsetMinutes * minuteMs - dayStartHour * hourMs) / dayMs);

/** The study day that an instant belongs to. */
export const studyDayAt = (clock: LocalClock, instant: Date): Day =>
  dayOf(instant, offsetMinutesAt(clock.timezone, instant), clock.dayStartHour);

/**
 * The study days that an instant may belong to in any zone and by any day start: wall clocks are at most 12 hours
 * behind UTC and 14 ahead, and a day starts at most 23 hours late.
 */
export function daysAround(instant: Date): Day[] {
  const day = Math.floor(instant.getTime() / dayMs);
  return [day - 2, day - 1, day, day + 1];
}

/** The later edge of a gap in the wall clock: the first instant in (after, until] whose study day is `day` or later. */
function firstInstantOf(clock: LocalClock, day: Day, after: number, until: number): Date {
  let [low, high] = [after, until];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (studyDayAt(clock, new Date(middle)) >= day) high = middle;
    else low = middle;
  }
  return new Date(high);
}

function computeDayStart(clock: LocalClock, day: Day): Date {
  const wall = day * dayMs + clock.dayStartHour * hourMs;
  const offsets = [wall - dayMs, wall + dayMs].map((at) => offsetMinutesAt(clock.timezone, new Date(at)));
  const candidates = offsets.map((offset) => wall - offset * minuteMs).sort((a, b) => a - b);
  const shown = candidates.find(
    (at) => at + offsetMinutesAt(clock.timezone, new Date(at)) * minuteMs === wall,
  );
  if (shown !== undefined) return new Date(shown);
  return firstInstantOf(clock, day, wall - 1.5 * dayMs, wall + 1.5 * dayMs);
}

const rememberedStarts = 5_000;
const starts = new Map<string, number>();

/** The first instant of a study day, also where summer time skips or repeats that hour. */
export function dayStart(clock: LocalClock, day: Day): Date {
  const key = `${clock.timezone} ${clock.dayStartHour} ${day}`;
  const known = starts.get(key);
  if (known !== undefined) return new Date(known);
  if (starts.size >= rememberedStarts) starts.clear();
  const start = computeDayStart(clock, day);
  starts.set(key, start.getTime());
  return start;
}

/** 0 is Sunday. */
export const weekdayOf = (day: Day): number => (((day + 4) % 7) + 7) % 7;
/** The Sunday that the week of a day begins with. */
export const weekStartOf = (day: Day): Day => day - weekdayOf(day);
/** YYYY-MM-DD. */
export const dateOf = (day: Day): string => new Date(day * dayMs).toISOString().slice(0, 10);
