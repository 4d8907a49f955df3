import { describe, expect, it } from 'vitest';
import { aboutMinutes, displayName, greeting, inDays } from './format.ts';

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

describe('labels of days and durations', () => {
  it('a label names the day on which a card comes back', () => {
    expect(inDays(16)).toBe('in 16 days');
    expect(inDays(1)).toBe('tomorrow');
  });

  it('a label never promises less than a minute', () => {
    expect(aboutMinutes(0.2)).toBe('about 1 minute');
    expect(aboutMinutes(9.4)).toBe('about 9 minutes');
  });
});
