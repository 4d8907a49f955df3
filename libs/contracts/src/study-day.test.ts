import { describe, expect, test } from 'vitest';
import {
  canonicalTimezone,
  dateOf,
  daysAround,
  dayMs,
  dayOf,
  dayStart,
  isTimezone,
  offsetMinutesAt,
  rememberedZones,
  studyDayAt,
  weekdayOf,
  weekStartOf,
} from './study-day.ts';

const clock = (timezone: string, dayStartHour = 4) => ({ timezone, dayStartHour });
const at = (instant: string) => new Date(instant);
const dateAt = (timezone: string, instant: string, hour = 4) =>
  dateOf(studyDayAt(clock(timezone, hour), at(instant)));
const startOf = (timezone: string, date: string, hour = 4) =>
  dayStart(clock(timezone, hour), Date.parse(date) / dayMs).toISOString();

describe('a study day', () => {
  test('begins at four in the morning of the learner’s zone', () => {
    expect(dateAt('Africa/Nairobi', '2026-03-04T00:59:59.999Z')).toBe('2026-03-03');
    expect(dateAt('Africa/Nairobi', '2026-03-04T01:00:00Z')).toBe('2026-03-04');
  });
  test('differs between zones at the same instant', () => {
    expect(dateAt('Pacific/Auckland', '2026-03-03T20:00:00Z')).toBe('2026-03-04');
    expect(dateAt('America/New_York', '2026-03-03T20:00:00Z')).toBe('2026-03-03');
  });
  test('can begin at midnight or late at night', () => {
    expect(dateAt('Africa/Nairobi', '2026-03-03T21:00:00Z', 0)).toBe('2026-03-04');
    expect(dateAt('Africa/Nairobi', '2026-03-04T19:59:00Z', 23)).toBe('2026-03-03');
    expect(dateAt('Africa/Nairobi', '2026-03-04T20:00:00Z', 23)).toBe('2026-03-04');
  });
  test('starts at an instant that belongs to it, the instant before to the day before', () => {
    for (const timezone of ['Africa/Nairobi', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata'])
      for (const hour of [0, 1, 2, 3, 4, 23])
        for (let day = 20_500; day < 20_870; day += 1) {
          const start = dayStart(clock(timezone, hour), day);
          expect(studyDayAt(clock(timezone, hour), start)).toBe(day);
          expect(studyDayAt(clock(timezone, hour), new Date(start.getTime() - 1))).toBe(day - 1);
        }
  });
  test('uses the UTC offset at the time of the answer', () => {
    const instant = at('2026-03-04T02:00:00Z');
    expect(dateOf(dayOf(instant, 180, 4))).toBe('2026-03-04');
    expect(dateOf(dayOf(instant, -300, 4))).toBe('2026-03-03');
  });
});

describe('summer time', () => {
  test('moves the start of a day by its hour', () => {
    expect(startOf('America/New_York', '2026-03-07')).toBe('2026-03-07T09:00:00.000Z');
    expect(startOf('America/New_York', '2026-03-08')).toBe('2026-03-08T08:00:00.000Z');
    expect(startOf('Europe/Berlin', '2026-10-25')).toBe('2026-10-25T03:00:00.000Z');
  });
  test('a study day that would begin in the skipped hour begins when the clocks go forward', () => {
    expect(startOf('America/New_York', '2026-03-08', 2)).toBe('2026-03-08T07:00:00.000Z');
  });
  test('a day that begins in the repeated hour begins the first time', () => {
    expect(startOf('America/New_York', '2026-11-01', 1)).toBe('2026-11-01T05:00:00.000Z');
  });
  test('changes the offset of the zone', () => {
    expect(offsetMinutesAt('Europe/Berlin', at('2026-01-15T12:00:00Z'))).toBe(60);
    expect(offsetMinutesAt('Europe/Berlin', at('2026-07-15T12:00:00Z'))).toBe(120);
    expect(offsetMinutesAt('America/St_Johns', at('2026-01-15T12:00:00Z'))).toBe(-210);
    expect(offsetMinutesAt('UTC', at('2026-01-15T12:00:00Z'))).toBe(0);
  });
  test('that begins a minute after midnight changes the offset at that minute', () => {
    expect(offsetMinutesAt('America/St_Johns', at('2010-03-14T03:30:59.999Z'))).toBe(-210);
    expect(offsetMinutesAt('America/St_Johns', at('2010-03-14T03:31:00Z'))).toBe(-150);
  });
});

describe('a week', () => {
  test('begins on Sunday', () => {
    const wednesday = Date.parse('2026-03-04') / dayMs;
    expect(weekdayOf(wednesday)).toBe(3);
    expect(dateOf(weekStartOf(wednesday))).toBe('2026-03-01');
    expect(dateOf(weekStartOf(wednesday - 3))).toBe('2026-03-01');
    expect(dateOf(weekStartOf(wednesday + 4))).toBe('2026-03-08');
  });
});

describe('the name of a zone', () => {
  test.each(['Africa/Nairobi', 'Asia/Kolkata', 'America/Argentina/Buenos_Aires', 'UTC', 'Etc/GMT+5'])(
    '%s is a time zone',
    (name) => expect(isTimezone(name)).toBe(true),
  );
  test.each(['', 'Mars/Olympus', '+03:00', 'Africa/Nairobi ', '../etc', 'x'.repeat(70)])(
    '%j is not a time zone',
    (name) => expect(isTimezone(name)).toBe(false),
  );
});

test('the study day of an instant is among the days around it, in every zone and with every day start', () => {
  const zones = [...Intl.supportedValuesOf('timeZone'), 'Etc/GMT+12', 'Etc/GMT-14'];
  const hours = Array.from({ length: 24 }, (_, hour) => hour);
  const missed = zones.flatMap((timezone, index) =>
    hours.filter((hour) => {
      const instant = new Date(Date.parse('2026-01-01T00:00:00Z') + (index * 24 + hour) * 3_607_000);
      const [early, late] = [at('2026-03-04T00:00:00Z'), at('2026-03-04T23:59:59.999Z')];
      return [instant, early, late].some(
        (each) => !daysAround(each).includes(studyDayAt(clock(timezone, hour), each)),
      );
    }),
  );
  expect(missed).toEqual([]);
});

describe('spellings of a zone', () => {
  /** One of the thousands of spellings of one zone name. */
  const spelled = (index: number) =>
    [...'africa/nairobi']
      .map((letter, place) => ((index >> place) & 1 ? letter.toUpperCase() : letter))
      .join('');
  test('the spelling of a zone becomes its usual one, and an alias keeps its name', () => {
    expect(canonicalTimezone('AFRICA/nairobi')).toBe('Africa/Nairobi');
    expect(canonicalTimezone('Europe/Berlin')).toBe('Europe/Berlin');
    expect(canonicalTimezone('US/Pacific')).toBe('US/Pacific');
    for (const alias of [
      'Asia/Kolkata',
      'Europe/Kyiv',
      'America/Argentina/Buenos_Aires',
      'Africa/Dar_es_Salaam',
    ])
      expect(canonicalTimezone(alias)).toBe(alias);
  });
  test.each([
    ['amERICa/buenos_aires', 'America/Buenos_Aires'],
    ['amERICa/argentina/BUENOS_aires', 'America/Buenos_Aires'],
    ['us/pacific', 'America/Los_Angeles'],
    ['US/PACIFIC', 'America/Los_Angeles'],
    ['gb', 'Europe/London'],
  ])('an alias in unusual spelling, such as %s, becomes the canonical name', (name, zone) => {
    expect(canonicalTimezone(name)).toBe(zone);
  });
  test('thousands of spellings of a zone do not fill the memory', () => {
    const before = rememberedZones().zones;
    for (let index = 0; index < 4_000; index++) expect(isTimezone(spelled(index))).toBe(true);
    expect(rememberedZones().names).toBeLessThanOrEqual(1_000);
    expect(rememberedZones().zones).toBeLessThanOrEqual(before + 1);
  });
});
