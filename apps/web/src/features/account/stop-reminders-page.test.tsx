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
