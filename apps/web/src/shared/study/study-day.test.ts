import { describe, expect, it } from 'vitest';
import { browserZone } from '../format/zones.ts';
import { dayLabel, lastStudiedLabel, studyClockOf, weekdayLabel } from './study-day.ts';

const nairobi = { timezone: 'Africa/Nairobi', dayStartHour: 4 };
const now = new Date('2026-11-21T12:00:00Z');
const daysFromNow = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString();

describe('the last-studied label', () => {
  it.each([
    [0, 'Today'],
    [1, 'Yesterday'],
    [2, '2 days ago'],
    [6, '6 days ago'],
    [7, '1 weeks ago'],
    [29, '4 weeks ago'],
    [30, '1 months ago'],
    [95, '3 months ago'],
  ])('%i days back is %s', (days, label) => {
    expect(lastStudiedLabel(daysFromNow(-days), now, nairobi)).toBe(label);
  });

  it('is Never without a date', () => {
    expect(lastStudiedLabel(null, now, nairobi)).toBe('Never');
  });

  it('says Today after midnight, because the study day ends at 4', () => {
    const elevenAtNight = '2026-11-20T20:00:00Z';
    expect(lastStudiedLabel(elevenAtNight, new Date('2026-11-21T00:59:59Z'), nairobi)).toBe('Today');
    expect(lastStudiedLabel(elevenAtNight, new Date('2026-11-21T01:00:00Z'), nairobi)).toBe('Yesterday');
  });

  it('counts one day over the night in which the clocks are set back', () => {
    const berlin = { timezone: 'Europe/Berlin', dayStartHour: 4 };
    const evening = '2026-10-24T20:00:00Z';
    expect(lastStudiedLabel(evening, new Date('2026-10-25T02:59:59Z'), berlin)).toBe('Today');
    expect(lastStudiedLabel(evening, new Date('2026-10-25T03:00:00Z'), berlin)).toBe('Yesterday');
    expect(lastStudiedLabel(evening, new Date('2026-10-26T02:59:59Z'), berlin)).toBe('Yesterday');
  });

  it('begins the day at 4 in a zone that is 5 hours 45 minutes ahead', () => {
    const kathmandu = { timezone: 'Asia/Kathmandu', dayStartHour: 4 };
    const late = '2026-11-20T22:14:59Z';
    expect(lastStudiedLabel(late, new Date('2026-11-20T22:15:00Z'), kathmandu)).toBe('Yesterday');
    expect(lastStudiedLabel(late, new Date('2026-11-20T22:14:59Z'), kathmandu)).toBe('Today');
  });

  it('goes by the learner’s zone and day start, not by the browser’s midnight', () => {
    const studied = '2026-11-21T09:00:00Z';
    const later = new Date('2026-11-21T12:00:00Z');
    expect(lastStudiedLabel(studied, later, { timezone: 'Pacific/Auckland', dayStartHour: 0 })).toBe(
      'Yesterday',
    );
    expect(lastStudiedLabel(studied, later, { timezone: 'Pacific/Auckland', dayStartHour: 4 })).toBe('Today');
    expect(lastStudiedLabel(studied, later, { timezone: 'Asia/Kolkata', dayStartHour: 17 })).toBe(
      'Yesterday',
    );
  });
});

it('a day label names a day that is near', () => {
  expect(dayLabel(daysFromNow(0), now, nairobi)).toBe('today');
  expect(dayLabel(daysFromNow(1), now, nairobi)).toBe('tomorrow');
  expect(dayLabel(daysFromNow(3), now, nairobi)).toBe('on Tuesday');
  expect(dayLabel(daysFromNow(20), now, nairobi)).toBe('on 11 December');
});

it('a day label has the weekday of the learner’s zone, not the browser’s', () => {
  const startOfMonday = '2026-11-22T15:00:00Z';
  expect(
    dayLabel(startOfMonday, new Date('2026-11-20T15:00:00Z'), {
      timezone: 'Pacific/Auckland',
      dayStartHour: 4,
    }),
  ).toBe('on Monday');
});

it('the greeting names the weekday of the study day, which ends at 4', () => {
  expect(weekdayLabel(new Date('2026-11-23T23:30:00Z'), nairobi)).toBe('Monday');
  expect(weekdayLabel(new Date('2026-11-24T01:00:00Z'), nairobi)).toBe('Tuesday');
});

it('a browser that does not know the learner’s zone uses its own', () => {
  expect(studyClockOf({ timezone: 'Mars/Olympus', dayStartHour: 2, zoneFollowsDevice: false })).toEqual({
    timezone: browserZone(),
    dayStartHour: 2,
  });
  expect(studyClockOf(null)).toEqual({ timezone: browserZone(), dayStartHour: 4 });
});

it('another hour at which the day begins moves no study of today to tomorrow', () => {
  // Studied at 9:43 with days that begin at 9; then they begin at 10.
  const at943 = new Date('2026-11-21T06:43:30Z');
  const stats = { timezone: 'Africa/Nairobi', dayStartHour: 10, zoneFollowsDevice: false };
  const studied = studyClockOf({ ...stats, latestStudyDay: '2026-11-21' });
  expect(weekdayLabel(at943, studied)).toBe('Saturday');
  expect(weekdayLabel(at943, studyClockOf({ ...stats, latestStudyDay: '2026-11-20' }))).toBe('Friday');
  // The calendar reaches the day, and the next one begins as usual.
  expect(weekdayLabel(new Date('2026-11-21T07:00:00Z'), studied)).toBe('Saturday');
  expect(weekdayLabel(new Date('2026-11-22T07:00:00Z'), studied)).toBe('Sunday');
});
