import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { StopRemindersPage } from './stop-reminders-page.tsx';

afterEach(() => vi.restoreAllMocks());

it('opening the page stops nothing; its button does, and a failure can be repeated', async () => {
  const post = vi.spyOn(globalThis, 'fetch').mockRejectedValueOnce(new TypeError('gone'));
  renderScreen({ screen: <StopRemindersPage />, at: '/reminders/stop?token=abc', path: '/reminders/stop' });
  const button = await screen.findByRole('button', { name: 'Stop these reminders' });
  expect(post).not.toHaveBeenCalled();
  fireEvent.click(button);
  expect(await screen.findByText('No response. It is safe to try again.')).toBeTruthy();
  post.mockResolvedValueOnce(new Response(null, { status: 204 }));
  fireEvent.click(screen.getByRole('button', { name: 'Stop these reminders' }));
  expect(await screen.findByText(/^No more reminders are sent/)).toBeTruthy();
  const call = ['/reminders/stop?token=abc', { method: 'POST' }];
  expect(post.mock.calls).toEqual([call, call]);
});

it.each([
  [400, 'This link is not complete. Switch reminders off in the settings.'],
  [429, 'No response. It is safe to try again.'],
  [503, 'No response. It is safe to try again.'],
])('a link that is cut short does not ask to be tried again: status %i', async (status, said) => {
  vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(new Response(null, { status }));
  renderScreen({ screen: <StopRemindersPage />, at: '/reminders/stop?token=a', path: '/reminders/stop' });
  fireEvent.click(await screen.findByRole('button', { name: 'Stop these reminders' }));
  expect((await screen.findByRole('alert')).textContent).toBe(said);
});
