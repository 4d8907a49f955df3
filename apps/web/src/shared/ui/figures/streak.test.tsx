import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { StreakChip, StreakWeek } from './streak.tsx';

const days = (...studied: number[]) => Array.from({ length: 7 }, (_, day) => studied.includes(day));

it('a streak of no days is day 0, not a gap', () => {
  render(<StreakChip days={0} />);
  expect(screen.getByText('Day 0')).toBeTruthy();
});

it('the streak lights one flame for each studied day and counts them in words', () => {
  render(<StreakWeek studied={days(1, 2, 4)} today={4} />);
  const week = screen.getByRole('img', { name: 'Studied on 3 of 7 days this week' });
  expect(week.querySelectorAll('svg')).toHaveLength(3);
  expect(week.textContent).toBe('SunMonTueWedThuFriSat');
});
