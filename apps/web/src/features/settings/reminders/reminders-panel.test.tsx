import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../../test/render-screen.tsx';
import { RemindersPanel } from './reminders-panel.tsx';

const subscription = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/x',
  toJSON: () => ({ keys: { p256dh: 'public', auth: 'secret' } }),
};

/** Shows the panel in a browser with, or without, notifications. */
function open(
  reminder: { hour: number | null; channel: string },
  permission: string | null = 'granted',
  push: { publicKey: string | null } | null = { publicKey: 'a-key' },
) {
  if (permission !== null) {
    vi.stubGlobal('PushManager', Object);
    vi.stubGlobal('Notification', { permission, requestPermission: async () => permission });
    const getRegistration = async () => ({ pushManager: { subscribe: async () => subscription } });
    Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { getRegistration } });
  }
  const set = vi.fn();
  const allow = vi.fn();
  renderScreen({
    screen: <RemindersPanel />,
    responses: {
      Reminders: () => ({
        viewer: {
          __typename: 'User',
          id: '7',
          reminder: { __typename: 'Reminder', ...reminder },
          push: push && { __typename: 'PushState', isOn: false, ...push },
        },
      }),
      SetReminder: async ({ input }: { input: object }) => {
        await set(input);
        return { setReminder: { __typename: 'Reminder', ...input } };
      },
      AllowPush: ({ input }: { input: object }) => {
        allow(input);
        return { allowPush: { __typename: 'PushState', isOn: true } };
      },
    },
  });
  return { set, allow };
}
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

it('a switch turns the reminders on at 18:00, and the hour is changed at once', async () => {
  const { set } = open({ hour: null, channel: 'MAIL' });
  fireEvent.click(await screen.findByRole('switch', { name: 'Remind me of due cards' }));
  await screen.findByText('Your reminders are saved.');
  fireEvent.change(await screen.findByLabelText('At'), { target: { value: '7' } });
  await vi.waitFor(() =>
    expect(set.mock.calls).toEqual([[{ hour: 18, channel: 'MAIL' }], [{ hour: 7, channel: 'MAIL' }]]),
  );
});

it('one press allows notifications to this browser', async () => {
  const { allow } = open({ hour: 18, channel: 'NOTIFICATION' });
  fireEvent.click(await screen.findByRole('button', { name: 'Notify this browser' }));
  expect(await screen.findByText('This browser is notified until you sign out of it.')).toBeTruthy();
  expect(allow.mock.calls).toEqual([[{ endpoint: subscription.endpoint, p256dh: 'public', auth: 'secret' }]]);
});

it('a browser that blocks notifications is told where to allow them', async () => {
  open({ hour: 18, channel: 'NOTIFICATION' }, 'denied');
  expect(await screen.findByText(/^Notifications are blocked in this browser/)).toBeTruthy();
});

it('an iPhone without the installed app is told how to install it', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)');
  open({ hour: 18, channel: 'NOTIFICATION' }, null);
  expect(await screen.findByText(/tap Share, then Add to Home Screen/)).toBeTruthy();
});

it.each([
  { push: null, channel: 'NOTIFICATION' },
  { push: { publicKey: null }, channel: 'MAIL' },
])(
  'another hour leaves the channel as it is, unless notifications are not offered: $push',
  async ({ push, channel }) => {
    const { set } = open({ hour: 18, channel: 'NOTIFICATION' }, 'granted', push);
    fireEvent.change(await screen.findByLabelText('At'), { target: { value: '7' } });
    await vi.waitFor(() => expect(set.mock.calls).toEqual([[{ hour: 7, channel }]]));
    expect(screen.getByLabelText<HTMLSelectElement>('By').value).toBe(channel);
  },
);

it('the first of two quick choices does not overwrite the second on the server', async () => {
  const { set } = open({ hour: 18, channel: 'MAIL' });
  const first = Promise.withResolvers<void>();
  set.mockReturnValueOnce(first.promise);
  fireEvent.change(await screen.findByLabelText('At'), { target: { value: '7' } });
  fireEvent.change(screen.getByLabelText('By'), { target: { value: 'NOTIFICATION' } });
  await vi.waitFor(() => expect(set).toHaveBeenCalled());
  await new Promise((resolve) => setTimeout(resolve));
  expect(set.mock.calls).toEqual([[{ hour: 7, channel: 'MAIL' }]]);
  first.resolve();
  await vi.waitFor(() => expect(set.mock.lastCall).toEqual([{ hour: 7, channel: 'NOTIFICATION' }]));
});
