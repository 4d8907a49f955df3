import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fill } from '../../test/fill.ts';
import { open, press, stats, useAdmin } from '../../test/open-admin.tsx';
import { refusal } from '../../test/render-screen.tsx';

useAdmin();

it('the admin page warns a learner that calls will fail, and sends the key that was entered', async () => {
  const read = vi.fn((_variables: unknown, _context: { headers?: object }) => ({ adminStats: stats }));
  open('overview', { AdminStats: read }, 'LEARNER');
  expect((await screen.findByRole('alert')).textContent).toBe('Admin calls will fail');
  expect(read).not.toHaveBeenCalled();
  fill('Admin key', ' the-key ');
  await press('Use this key');
  await screen.findByText('1,200');
  expect(read.mock.calls[0]?.[1].headers).toMatchObject({ 'x-admin-key': 'the-key' });
  expect(sessionStorage.getItem('kumbuka:admin-key')).toBe('the-key');
});

it('the focus of a key that was entered moves to the page when its field is gone', async () => {
  const main = Object.assign(document.createElement('main'), { id: 'main', tabIndex: -1 });
  document.body.append(main);
  open('overview', { AdminStats: () => ({ adminStats: stats }) }, 'LEARNER');
  fill('Admin key', 'the-key');
  await press('Use this key');
  await screen.findByText('1,200');
  expect(document.activeElement).toBe(main);
  main.remove();
});

it('a wrong admin key is announced to screen readers, and asked for again', async () => {
  open('overview', { AdminStats: () => refusal('FORBIDDEN', 'You may not do this.') }, 'LEARNER');
  fill('Admin key', 'wrong');
  await press('Use this key');
  expect((await screen.findByText(/^Wrong key\./)).closest('[role=alert]')).toBeTruthy();
  expect(sessionStorage.getItem('kumbuka:admin-key')).toBeNull();
});

it('an admin key that no header can contain is refused at once and can be corrected', async () => {
  const read = vi.fn((_variables: unknown) => ({ adminStats: stats }));
  open('overview', { AdminStats: read }, 'LEARNER');
  fill('Admin key', 'the-\u200bkey');
  await press('Use this key');
  expect(screen.getByText(/^Wrong key\./)).toBeTruthy();
  expect(sessionStorage.getItem('kumbuka:admin-key')).toBeNull();
  expect(read).not.toHaveBeenCalled();
  fill('Admin key', 'the-key');
  await press('Use this key');
  expect(await screen.findByText('1,200')).toBeTruthy();
});

it('the admin page asks an operator for no key', async () => {
  open('overview');
  await screen.findByText('1,200');
  expect(screen.queryByText('Admin calls will fail')).toBeNull();
});

it('the admin page takes the key of the build, for local work', async () => {
  vi.stubEnv('VITE_ADMIN_KEY', 'built-in');
  open('overview', {}, 'LEARNER');
  expect(await screen.findByText('1,200')).toBeTruthy();
});
