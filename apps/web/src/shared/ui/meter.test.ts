import { expect, it } from 'vitest';
import { masteryTone } from './meter.tsx';

it.each([
  [100, 'good'],
  [80, 'good'],
  [79.6, 'good'],
  [79.4, 'fair'],
  [60, 'fair'],
  [59, 'poor'],
  [0, 'poor'],
])('mastery of %d %% is %s', (percent, tone) => {
  expect(masteryTone(percent)).toBe(tone);
});
