/** Whole days since 1970-01-01 in the learner's calendar. */
export type Day = number;

/** Time zone and hour at which the learner's study days begin. */
export interface LocalClock {
  timezone: string;
  /** 0 to 23. */
  dayStartHour: number;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** Formatters by canonical zone, shared by all spellings of its name. */
const formats = new Map<string, Intl.DateTimeFormat>();
/** Canonical zone by submitted name. Names have up to 64 letters in any case, so the map is bounded. */
const zones = new Map<string, string>();
const maxRememberedNames = 1_000;

function formatOf(timezone: string): Intl.DateTimeFormat {
  const cached = formats.get(zones.get(timezone) ?? '');
  if (cached) return cached;
  const made = new Intl.DateTimeFormat('en-US', { timeZone: timezone, timeZoneName: 'longOffset' });
  const zone = made.resolvedOptions().timeZone;
  if (zones.size >= maxRememberedNames) zones.clear();
  zones.set(timezone, zone);
  const format = formats.get(zone) ?? made;
  formats.set(zone, format);
  return format;
}

/** Sizes of the bounded caches. */
export const rememberedZones = () => ({ names: zones.size, zones: formats.size });

/** Names such as `Asia/Kolkata`, `US/Pacific` and `Africa/Dar_es_Salaam`. */
const usualSpelling = /^(?:[A-Z]{1,3}|[A-Z][a-z]+)(?:[/_-](?:[A-Z]{1,3}|[A-Z][a-z]+|of|es))*$/;

/**
 * Returns the canonical name of a zone. An alias in its usual spelling is kept: some browsers report it as the zone of the
 * device, and the client would take the canonical name for another zone.
 */
export function canonicalTimezone(name: string): string {
  const zone = formatOf(name).resolvedOptions().timeZone;
  return zone.toLowerCase() !== name.toLowerCase() && usualSpelling.test(name) ? name : zone;
}

/** Accepts IANA names only; fixed offsets such as `+03:00` have no daylight saving time. */
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
 * Minutes by which a zone's wall clock is ahead of UTC. Cached per minute of UTC: since 1972 the tz database
 * has no transition within a minute (St. John's switched at 00:01 until 2011).
 */
export function offsetMinutesAt(timezone: string, instant: Date): number {
  const key = `${timezone} ${Math.floor(instant.getTime() / minuteMs)}`;
  const cached = offsets.get(key);
  if (cached !== undefined) return cached;
  if (offsets.size >= rememberedOffsets) offsets.clear();
  const offset = computeOffset(timezone, instant);
  offsets.set(key, offset);
  return offset;
}

/** Study day of an instant, from the offset and day start at that time. */
export const dayOf = (instant: Date, offsetMinutes: number, dayStartHour: number): Day =>
  Math.floor((instant.getTime() + offsetMinutes * minuteMs - dayStartHour * hourMs) / dayMs);

/** Hour of the wall clock, 0 to 23. */
export const hourOf = (instant: Date, offsetMinutes: number): number =>
  Math.floor((instant.getTime() + offsetMinutes * minuteMs) / hourMs) % 24;

/** Study day of an instant. Services and browser share this function, so that a day begins for both at the same instant. */
export const studyDayAt = (clock: LocalClock, instant: Date): Day =>
  dayOf(instant, offsetMinutesAt(clock.timezone, instant), clock.dayStartHour);

/** Calendar of a learner who may have studied already on the day that the calendar has not reached. */
export interface StudyCalendar extends LocalClock {
  /** Latest day with an answer. */
  latestStudyDay?: Day | null | undefined;
}

/**
 * A learner's study day. Another start of the day or a zone further west does not take a studied day back to tomorrow: it
 * stays today until the calendar has reached it.
 */
export function todayAt(calendar: StudyCalendar, instant: Date): Day {
  const day = studyDayAt(calendar, instant);
  return calendar.latestStudyDay === day + 1 ? day + 1 : day;
}

/**
 * All study days that an instant can fall on: wall clocks range from UTC-12 to UTC+14, and a study day starts
 * up to 23 hours after midnight.
 */
export function daysAround(instant: Date): Day[] {
  const day = Math.floor(instant.getTime() / dayMs);
  return [day - 2, day - 1, day, day + 1];
}

/** End of a gap in the wall clock: the first instant in (after, until] whose study day is at least `day`. */
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

/** First instant of a study day, correct also where daylight saving time skips or repeats the hour. */
export function dayStart(clock: LocalClock, day: Day): Date {
  const key = `${clock.timezone} ${clock.dayStartHour} ${day}`;
  const cached = starts.get(key);
  if (cached !== undefined) return new Date(cached);
  if (starts.size >= rememberedStarts) starts.clear();
  const start = computeDayStart(clock, day);
  starts.set(key, start.getTime());
  return start;
}

/** Day of the week; 0 is Sunday. */
export const weekdayOf = (day: Day): number => (((day + 4) % 7) + 7) % 7;
/** Sunday of the week that contains a day. */
export const weekStartOf = (day: Day): Day => day - weekdayOf(day);
/** Date as YYYY-MM-DD. */
export const dateOf = (day: Day): string => new Date(day * dayMs).toISOString().slice(0, 10);
/** Day of a date in the form YYYY-MM-DD. */
export const dayOfDate = (date: string): Day => Math.round(Date.parse(date) / dayMs);
