import { describe, expect, it } from 'vitest';
import {
  aboutMinutes,
  counted,
  dayLabel,
  displayName,
  greeting,
  inDays,
  lastStudiedLabel,
} from './format.ts';

const now = new Date(2026, 10, 21, 15, 0);
const daysAgo = (days: number, hour = 9) => new Date(2026, 10, 21 - days, hour).toISOString();

describe('the greeting', () => {
  it.each([
    [0, 'Good morning'],
    [11, 'Good morning'],
    [12, 'Good afternoon'],
    [16, 'Good afternoon'],
    [17, 'Good evening'],
    [23, 'Good evening'],
  ])('at %i is %s', (hour, text) => {
    expect(greeting(hour)).toBe(text);
  });

  it('falls back from the username to the address and then to Learner', () => {
    expect(displayName({ username: 'asha', email: 'a@b.c' })).toBe('asha');
    expect(displayName({ username: ' ', email: 'juma@b.c' })).toBe('juma');
    expect(displayName({})).toBe('Learner');
  });
});

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
    expect(lastStudiedLabel(daysAgo(days), now)).toBe(label);
  });

  it('is Never without a date', () => {
    expect(lastStudiedLabel(null, now)).toBe('Never');
  });

  it('counts calendar days, not spans of 24 hours', () => {
    expect(lastStudiedLabel(daysAgo(1, 23), new Date(2026, 10, 21, 0, 30))).toBe('Yesterday');
  });
});

describe('small words', () => {
  it('count one thing in the singular', () => {
    expect(counted(1, 'card')).toBe('1 card');
    expect(counted(0, 'card')).toBe('0 cards');
  });

  it('name a day that is near', () => {
    expect(dayLabel(daysAgo(0, 23), now)).toBe('today');
    expect(dayLabel(daysAgo(-1), now)).toBe('tomorrow');
    expect(dayLabel(daysAgo(-3), now)).toBe('on Tuesday');
    expect(dayLabel(daysAgo(-20), now)).toBe('on 11 December');
    expect(inDays(16)).toBe('in 16 days');
    expect(inDays(1)).toBe('tomorrow');
  });

  it('never promise less than a minute', () => {
    expect(aboutMinutes(0.2)).toBe('about 1 minute');
    expect(aboutMinutes(9.4)).toBe('about 9 minutes');
  });
});
