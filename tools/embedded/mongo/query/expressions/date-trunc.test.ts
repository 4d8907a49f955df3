import { describe, expect, it } from 'vitest';
import { truncateDate } from './date-trunc.ts';

const truncate = (
  date: string,
  unit: string,
  options: { timezone?: string; binSize?: number; startOfWeek?: string } = {},
) =>
  truncateDate(new Date(date), {
    unit,
    timezone: 'UTC',
    binSize: 1,
    startOfWeek: 'sunday',
    ...options,
  }).toISOString();

describe('$dateTrunc', () => {
  it.each([
    ['year', '2026-01-01T00:00:00.000Z'],
    ['quarter', '2026-07-01T00:00:00.000Z'],
    ['month', '2026-08-01T00:00:00.000Z'],
    ['week', '2026-08-09T00:00:00.000Z'],
    ['day', '2026-08-14T00:00:00.000Z'],
    ['hour', '2026-08-14T15:00:00.000Z'],
    ['minute', '2026-08-14T15:26:00.000Z'],
    ['second', '2026-08-14T15:26:37.000Z'],
  ])('finds the start of the %s', (unit, expected) => {
    expect(truncate('2026-08-14T15:26:37.512Z', unit)).toBe(expected);
  });

  it('counts days on the clock of the time zone', () => {
    const options = { timezone: 'Africa/Nairobi' };
    expect(truncate('2026-01-01T22:30:00Z', 'day', options)).toBe('2026-01-01T21:00:00.000Z');
    expect(truncate('2026-01-01T20:30:00Z', 'day', options)).toBe('2025-12-31T21:00:00.000Z');
    expect(truncate('2026-01-01T22:30:00Z', 'day', { timezone: '+03:00' })).toBe('2026-01-01T21:00:00.000Z');
    expect(truncate('2026-01-01T02:30:00Z', 'day', { timezone: '-05:00' })).toBe('2025-12-31T05:00:00.000Z');
  });

  it('follows the change to summer time and back', () => {
    const options = { timezone: 'America/New_York' };
    expect(truncate('2026-03-08T20:00:00Z', 'day', options)).toBe('2026-03-08T05:00:00.000Z');
    expect(truncate('2026-03-09T20:00:00Z', 'day', options)).toBe('2026-03-09T04:00:00.000Z');
    expect(truncate('2026-11-01T20:00:00Z', 'day', options)).toBe('2026-11-01T04:00:00.000Z');
    expect(truncate('2026-11-02T20:00:00Z', 'day', options)).toBe('2026-11-02T05:00:00.000Z');
  });

  it('begins weeks on the day asked for', () => {
    expect(truncate('2026-08-14T12:00:00Z', 'week', { startOfWeek: 'Monday' })).toBe(
      '2026-08-10T00:00:00.000Z',
    );
    expect(truncate('2026-08-10T00:00:00Z', 'week', { startOfWeek: 'mon' })).toBe('2026-08-10T00:00:00.000Z');
  });

  it('counts several units from the year 2000', () => {
    expect(truncate('2021-03-20T11:30:05Z', 'month', { binSize: 2 })).toBe('2021-03-01T00:00:00.000Z');
    expect(truncate('2021-03-20T11:30:05Z', 'hour', { binSize: 6 })).toBe('2021-03-20T06:00:00.000Z');
    expect(truncate('1999-12-31T23:00:00Z', 'day', { binSize: 2 })).toBe('1999-12-30T00:00:00.000Z');
  });

  it('refuses units and zones that do not exist', () => {
    expect(() => truncate('2026-01-01T00:00:00Z', 'fortnight')).toThrow('unknown time unit');
    expect(() => truncate('2026-01-01T00:00:00Z', 'day', { timezone: 'Mars/Olympus' })).toThrow('time zone');
  });
});
