import { expect, it } from 'vitest';
import { dayLabel, hourLabel, intervalLabel, minutesLabel, spanLabel } from './labels.ts';

it('days of study are named as the server dates them, in every zone of the browser', () => {
  expect(dayLabel('2026-03-01')).toBe('1 Mar');
  expect(spanLabel('2026-03-30', '2026-04-02')).toMatch(/^30 Mar\s–\s2 Apr 2026$/);
  expect(spanLabel('2026-03-30', '2026-03-30')).toBe('30 Mar 2026');
});

it('intervals, hours and minutes have everyday names', () => {
  expect([intervalLabel(1, 1), intervalLabel(2, 3), intervalLabel(91, null)]).toEqual([
    '1 day',
    '2–3 days',
    '91 days or more',
  ]);
  expect(hourLabel(9)).toBe('09:00');
  expect([0, 0.25, 1.75, 9.96, 12.4].map(minutesLabel)).toEqual(['0', '0.3', '1.8', '10', '12']);
});
