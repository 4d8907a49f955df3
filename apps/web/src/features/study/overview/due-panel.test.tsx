import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '../../../test/render-screen.tsx';
import { DuePanel } from './due-panel.tsx';

const dashboard = { dueCount: 0, newCount: 7, dueMinutes: 0, dueDeckCount: 0, nextDueAt: null };
const beginner = { streak: 0, xp: 0, weeklyGoal: 50, completedThisWeek: 0 };

const show = (stats: typeof beginner) =>
  renderScreen({ screen: <DuePanel viewer={{ dashboard, stats, forecast: [] }} onRetry={() => {}} /> });

it('a beginner sees no zeros, and no empty list in their place', () => {
  show(beginner);
  expect(screen.getByText('7 new cards')).toBeTruthy();
  expect(screen.queryByRole('list')).toBeNull();
});

it('the due panel shows the numbers of the day', () => {
  show({ ...beginner, streak: 3 });
  expect(screen.getByRole('listitem').textContent).toBe('3-day streak');
});
