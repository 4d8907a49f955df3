import { expect, it } from 'vitest';
import { dayStartLabel } from './day-start-label.ts';

/** Midnight in Nairobi. */
const reset = '2026-11-30T21:00:00Z';

it('the day on which the count restarts is shown in the learner’s zone, not in the browser’s', () => {
  expect(dayStartLabel(reset, 'Africa/Nairobi')).toBe('1 December');
});

it('the hour is shown with the day in a zone where the count does not restart at midnight', () => {
  expect(dayStartLabel(reset, 'Europe/London')).toBe('30 November at 21:00');
  expect(dayStartLabel(reset, 'Asia/Tokyo')).toBe('1 December at 06:00');
});

it('the minutes are shown in zones whose offset is no whole hour', () => {
  expect(dayStartLabel(reset, 'Asia/Kathmandu')).toBe('1 December at 02:45');
  expect(dayStartLabel(reset, 'America/St_Johns')).toBe('30 November at 17:30');
});

it('a zone that the browser does not know causes no error', () => {
  expect(dayStartLabel(reset, 'Mars/Olympus')).toMatch(/^(30 November|1 December)/);
});
