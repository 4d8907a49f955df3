import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { StreakChip, StreakDays } from './streak.tsx';

const days = (...studied: number[]) => Array.from({ length: 7 }, (_, day) => studied.includes(day));

it('a streak of no days is day 0, not a gap', () => {
  render(<StreakChip days={0} />);
  expect(screen.getByText('Day 0')).toBeTruthy();
});

it('the streak lights one flame for each studied day, and ends with today', () => {
  render(<StreakDays studied={days(3, 4, 6)} weekday={2} />);
  const week = screen.getByRole('img', { name: 'Studied on 3 of the last 7 days' });
  expect(week.querySelectorAll('svg')).toHaveLength(3);
  expect(week.textContent).toBe('WedThuFriSatSunMonTue');
});

it('a streak of eleven days is seven of seven, also on a Sunday', () => {
  render(<StreakDays studied={days(0, 1, 2, 3, 4, 5, 6)} weekday={0} />);
  expect(screen.getByRole('img', { name: 'Studied on 7 of the last 7 days' })).toBeTruthy();
});
