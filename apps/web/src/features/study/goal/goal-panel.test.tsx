import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { GoalPanel } from './goal-panel.tsx';

const onRetry = vi.fn();
const show = (stats: Parameters<typeof GoalPanel>[0]['stats']) =>
  render(<GoalPanel stats={stats} onIntent={() => {}} onUpdate={() => {}} onRetry={onRetry} />);

it('a week that could not be loaded is not shown as zero of a goal, and can be loaded again', async () => {
  show(null);
  expect(screen.getByText('Could not be loaded')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onRetry).toHaveBeenCalledOnce();
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(screen.queryByText(/0 \//)).toBeNull();
});

it('the goal panel says how much of the week is done, and when it ends', () => {
  show({ weeklyGoal: 50, completedThisWeek: 20, weekday: 5 });
  expect(screen.getByText('20 / 50 cards')).toBeTruthy();
  expect(screen.getByText('30 to go. The week ends tomorrow.')).toBeTruthy();
});

it('each reached goal takes one line', () => {
  show({ weeklyGoal: 50, completedThisWeek: 170, weekday: 0 });
  expect(screen.getByText('Goal reached')).toBeTruthy();
  expect(screen.getByText('170 cards. Everything more is a bonus.')).toBeTruthy();
});
