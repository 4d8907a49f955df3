import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { fill } from '../../../test/fill.ts';
import { open, stats, useAdmin, usual } from '../../../test/open-admin.tsx';
import { passTime } from '../../../test/pass-time.ts';
import { refusal } from '../../../test/render-screen.tsx';

useAdmin();

it('the admin page shows six numbers, the unverified as total minus verified', async () => {
  open('overview');
  await screen.findByText('1,200');
  const number = (label: string) => screen.getByRole('group', { name: label }).textContent;
  expect(['Total', 'Verified', 'Unverified', 'Demo', 'Online', 'New (24h)'].map(number)).toEqual([
    '1,200Total',
    '1,150Verified',
    '50Unverified',
    '30Demo',
    '12Online',
    '7New (24h)',
  ]);
  expect(screen.getByText(/^Updated \d+ s ago$/)).toBeTruthy();
});

it('each number of the overview leads to its list (D41)', async () => {
  open('overview');
  await screen.findByText('1,200');
  const list = (label: string) =>
    screen.getByRole('group', { name: label }).querySelector('a')?.getAttribute('href');
  expect(['Total', 'Verified', 'Unverified', 'Demo', 'Online'].map(list)).toEqual([
    '/admin?tab=users',
    '/admin?tab=users&type=verified',
    '/admin?tab=users&type=unverified',
    '/admin?tab=users&type=demo',
    '/admin?tab=users&active=5',
  ]);
});

it('the admin page reads the numbers again every 15 s; a failed refresh keeps the old ones and says so', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let reads = 0;
  const AdminStats = () =>
    ++reads === 2
      ? refusal('UNAVAILABLE', 'Not right now.')
      : { adminStats: { ...stats, totalUsers: 1200 + reads } };
  open('overview', { AdminStats });
  await screen.findByText('1,201');
  await passTime(15_000);
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load stats: Not right now.');
  expect(screen.getByText('1,201')).toBeTruthy();
  await passTime(15_000);
  await screen.findByText('1,203');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('numbers and days that could not be read are no longer loading, and are read again', async () => {
  let isAway = true;
  const away = () => refusal('UNAVAILABLE', 'Not right now.');
  open('overview', {
    AdminStats: () => (isAway ? away() : { adminStats: stats }),
    AdminDays: () => (isAway ? away() : usual['AdminDays']?.({} as never, {} as never)),
  });
  await screen.findByText(/^Failed to load the last days/);
  await screen.findByText(/^Failed to load stats/);
  const texts = screen.getAllByRole('alert').map(({ textContent }) => textContent);
  expect(texts).toEqual([
    'Failed to load stats: Not right now.Try again',
    'Failed to load the last days: Not right now.Try again',
  ]);
  expect(screen.queryByText('Loading…')).toBeNull();
  expect(screen.getByRole('group', { name: 'Total' }).textContent).toBe('–Total');
  isAway = false;
  for (const button of screen.getAllByRole('button', { name: 'Try again' })) await userEvent.click(button);
  await screen.findByText('1,200');
  await screen.findByRole('img', { name: /^Answers/ });
  expect(screen.queryByRole('alert')).toBeNull();
});

it.each([
  ['0', 1],
  ['500', 120],
  ['', 5],
  ['30', 30],
])('the online window %j counts as %i minutes', async (typed, minutes) => {
  const read = vi.fn((_variables: { within: number }) => ({ adminStats: stats }));
  open('overview', { AdminStats: read });
  await screen.findByText('1,200');
  fill('Online within (mins)', typed);
  await waitFor(() => expect(read.mock.lastCall?.[0]).toEqual({ within: minutes }));
});

it('the admin page draws the last days with a sentence for each chart', async () => {
  open('overview');
  const chart = await screen.findByRole('img', { name: /^Answers/ });
  expect(chart.getAttribute('aria-label')).toBe(
    'Answers: 9 from 2026-03-01 to 2026-03-02, at most 9 on a day, 9 today.',
  );
});

it('the steps of new users link to their lists', async () => {
  open('overview');
  const returned = await screen.findByRole('link', { name: '12' });
  expect(returned.getAttribute('href')).toBe('/admin?tab=users&within=30&step=returned');
  expect(screen.getByText('40%')).toBeTruthy();
});

it('verified addresses have no earlier share, because unverified accounts are deleted by then', async () => {
  open('overview');
  const verified = await screen.findByRole('row', { name: /^Verified the address/ });
  expect([...verified.querySelectorAll('td')].map(({ textContent }) => textContent)).toEqual([
    'Verified the address',
    '32',
    '80%',
    '–',
    '–',
  ]);
  expect(screen.getByText(/Accounts that are not verified within 7 days are deleted/)).toBeTruthy();
});
