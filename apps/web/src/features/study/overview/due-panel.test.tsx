import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '../../../test/render-screen.tsx';
import type { StudyDuePartsFragment } from './due-panel.generated.ts';
import { DuePanel } from './due-panel.tsx';

const dashboard = { dueCount: 0, newCount: 7, dueMinutes: 0, dueDeckCount: 0, nextDueAt: null };
const beginner: NonNullable<StudyDuePartsFragment['stats']> = {
  streak: 0,
  xp: 0,
  weeklyGoal: 50,
  completedThisWeek: 0,
  dailyLimit: 0,
  waiting: 0,
  clearOn: null,
  absence: null,
  exam: null,
};

const show = (stats: typeof beginner, dueCount = 0) =>
  renderScreen({
    screen: (
      <DuePanel viewer={{ dashboard: { ...dashboard, dueCount }, stats, forecast: [] }} onRetry={() => {}} />
    ),
  });

it('a beginner sees no zeros, and no empty list in their place', () => {
  show(beginner);
  expect(screen.getByText('7 new cards')).toBeTruthy();
  expect(screen.queryByRole('list')).toBeNull();
});

it('the due panel shows the numbers of the day', () => {
  show({ ...beginner, streak: 3 });
  expect(screen.getByRole('listitem').textContent).toBe('3-day streak');
});

it('what waits beyond the limit has a day on which none is left', () => {
  show({ ...beginner, dailyLimit: 50, waiting: 120, clearOn: '2026-12-24' }, 170);
  expect(screen.getByText(/^120 more cards wait because of your limit/).textContent).toContain(
    'None is left on 24 December. Change the limit',
  );
});

it('a limit is suggested when many cards are due without one, as after a break', () => {
  show(beginner, 100);
  expect(screen.getByText(/^That is a lot for one day/)).toBeTruthy();
});

it('an absence is named, with the way to what to study before it', () => {
  show({ ...beginner, absence: { from: '2026-12-03', until: '2026-12-10' } });
  expect(screen.getByText(/^You are away from 3 December to 10 December/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'See what to study before' }).getAttribute('href')).toBe(
    '/settings#away',
  );
});

it('an exam leads to its session', () => {
  show({ ...beginner, exam: { date: '2026-12-12', minutesADay: 30 } });
  expect(screen.getByText(/^Exam on 12 December/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Study for the exam' }).getAttribute('href')).toBe(
    '/study/due?minutes=30&exam=1',
  );
});
