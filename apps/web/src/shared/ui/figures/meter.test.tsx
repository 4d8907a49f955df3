import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Meter, masteryTone } from './meter.tsx';

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

const filled = () => screen.getByRole('progressbar').getAttribute('aria-valuenow');

it('a meter is named by its label and prints its number', () => {
  render(<Meter label="Weekly goal" value={10} max={40} text="10 / 40 cards" />);
  expect(screen.getByRole('progressbar', { name: 'Weekly goal' })).toBeTruthy();
  expect(screen.getByText('10 / 40 cards')).toBeTruthy();
  expect(filled()).toBe('25');
});

it('a meter is full and no more when the goal is passed', () => {
  render(<Meter label="Weekly goal" value={128} max={50} text="128 / 50" />);
  expect(filled()).toBe('100');
});

it('a meter is empty, not broken, when there is no goal', () => {
  render(<Meter label="Weekly goal" value={5} max={0} text="5" />);
  expect(filled()).toBe('0');
});
