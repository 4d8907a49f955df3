import { describe, expect, it } from 'vitest';
import { monthOf, nextMonthAt } from './month.ts';

const nairobi = 'Africa/Nairobi';

describe('the month of the quota', () => {
  it.each([
    ['2026-01-31T20:59:59Z', '2026-01', '2026-01-31T21:00:00Z'],
    ['2026-01-31T21:00:00Z', '2026-02', '2026-02-28T21:00:00Z'],
    ['2026-12-31T23:00:00Z', '2027-01', '2027-01-31T21:00:00Z'],
  ])('at %s is %s in Nairobi and ends at %s', (at, month, next) => {
    expect(monthOf(new Date(at), nairobi)).toBe(month);
    expect(nextMonthAt(new Date(at), nairobi)).toEqual(new Date(next));
  });

  it('the next month begins at midnight where the clocks change in between', () => {
    expect(nextMonthAt(new Date('2026-10-10T00:00:00Z'), 'Europe/Berlin')).toEqual(
      new Date('2026-10-31T23:00:00Z'),
    );
    expect(nextMonthAt(new Date('2026-03-10T00:00:00Z'), 'America/New_York')).toEqual(
      new Date('2026-04-01T04:00:00Z'),
    );
  });
});
