import { expect, it } from 'vitest';
import { durationLabel } from './duration-label.ts';

it.each([
  [0, '0 s'],
  [59.9, '59 s'],
  [60, '1 min'],
  [7_199, '1 h'],
  [200_000, '2 d'],
])('a duration of %d seconds is shown as %s', (seconds, label) => expect(durationLabel(seconds)).toBe(label));
