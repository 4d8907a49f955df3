import { act, render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { setDeviceZone } from '../../test/device-zone.ts';
import { anAuthApi, asha } from '../../test/render-screen.tsx';
import type { AuthApi } from './auth-api.ts';
import { AuthProvider, useAuth, type Auth } from './auth-context.tsx';
import { isAging } from './token.ts';

function open(calls: Partial<AuthApi> = {}) {
  const seen: Auth[] = [];
  let refuse = () => {};
  const onSignedOut = vi.fn();
  function Probe() {
    const auth = useAuth();
    seen.push(auth);
    return <p>{auth.loading ? 'loading' : (auth.user?.username ?? 'nobody')}</p>;
  }
  render(
    <AuthProvider
      api={anAuthApi(calls)}
      onReady={(forget) => void (refuse = forget)}
      onSignedOut={onSignedOut}
    >
      <Probe />
    </AuthProvider>,
  );
  return { auth: () => seen.at(-1)!, refuse: () => refuse(), onSignedOut };
}

it('starts signed out without a token', async () => {
  open();
  expect(await screen.findByText('nobody')).toBeTruthy();
});

it('fetches the user of a stored token', async () => {
  localStorage.setItem('authToken', 'tok');
  open();
  expect(screen.getByText('loading')).toBeTruthy();
  expect(await screen.findByText('asha')).toBeTruthy();
});

it('signs out when the user of a stored token cannot be fetched', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  localStorage.setItem('authToken', 'tok');
  open({ viewer: () => Promise.reject(new Error('401')) });
  expect(await screen.findByText('nobody')).toBeTruthy();
  expect(localStorage.getItem('authToken')).toBeNull();
});

it('signs out at once when the server refuses the token, and keeps the unsent answers', async () => {
  localStorage.setItem('authToken', 'tok');
  localStorage.setItem('kumbuka.answers.7', '[]');
  const { refuse, onSignedOut } = open();
  await screen.findByText('asha');
  act(refuse);
  expect(screen.getByText('nobody')).toBeTruthy();
  expect(onSignedOut).toHaveBeenCalled();
  expect(localStorage.getItem('kumbuka.answers.7')).toBe('[]');
});

it('keeps neither token nor user of a sign-in whose user cannot be fetched', async () => {
  const { auth } = open({ viewer: () => Promise.reject(new Error('down')) });
  await screen.findByText('nobody');
  await expect(act(() => auth().signIn('tok'))).rejects.toThrow('down');
  expect(localStorage.getItem('authToken')).toBeNull();
});

it('tells the server of a sign-out, but does not depend on it', async () => {
  localStorage.setItem('authToken', 'tok');
  const logOut = vi.fn(() => Promise.reject(new Error('down')));
  const { auth } = open({ logOut });
  await screen.findByText('asha');
  await act(() => auth().signOut());
  expect(logOut).toHaveBeenCalled();
  expect(localStorage.getItem('authToken')).toBeNull();
});

const zoned = (timezone: string, zoneFollowsDevice: boolean) => ({
  ...asha,
  stats: {
    streak: 0,
    xp: 0,
    nextLevelXp: 200,
    level: 1,
    targetDays: 3,
    completedDays: 0,
    timezone,
    dayStartHour: 4,
    zoneFollowsDevice,
  },
});

async function zoneSetBy(deviceZone: string, user: typeof asha) {
  localStorage.setItem('authToken', 'tok');
  setDeviceZone(deviceZone);
  const setTimezone = vi.fn(async (_zone: string) => {});
  const { auth } = open({ viewer: async () => user, setTimezone });
  await waitFor(() => expect(auth().user).not.toBeNull());
  vi.restoreAllMocks();
  return setTimezone.mock.calls.flat();
}

it('sets the zone at the first sign-in to that of the browser', async () => {
  expect(await zoneSetBy('Asia/Tokyo', zoned('Africa/Nairobi', true))).toEqual(['Asia/Tokyo']);
});

it('fixes the first zone also when it is the usual one, so that the next device does not move it', async () => {
  expect(await zoneSetBy('Africa/Nairobi', zoned('Africa/Nairobi', true))).toEqual(['Africa/Nairobi']);
});

it.each(['UTC', 'Etc/UTC', 'Etc/GMT', 'GMT', 'Atlantic/Reykjavik'])(
  'a browser that reports %s for privacy moved the learner’s day',
  async (zone) => {
    expect(await zoneSetBy(zone, zoned('Africa/Nairobi', true))).toEqual([]);
  },
);

it('a second device in another zone moved the learner’s day', async () => {
  expect(await zoneSetBy('Europe/Berlin', zoned('Asia/Tokyo', false))).toEqual([]);
});

it('notices a token in the second half of its life', () => {
  const token = `h.${btoa(JSON.stringify({ iat: 1000, exp: 2000 }))}.s`;
  expect(isAging(token, 1_400_000)).toBe(false);
  expect(isAging(token, 1_600_000)).toBe(true);
  expect(isAging('not a token', 0)).toBe(false);
});

it('one lost packet does not sign out: the user is asked for again, and a line says so', async () => {
  localStorage.setItem('authToken', 'tok');
  let calls = 0;
  const { auth } = open({
    viewer: () => {
      calls += 1;
      return calls < 3 ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve(asha);
    },
  });
  await waitFor(() => expect(auth().unanswered).toBe(true));
  expect(localStorage.getItem('authToken')).toBe('tok');
  expect(await screen.findByText('asha', {}, { timeout: 5000 })).toBeTruthy();
  expect(auth().unanswered).toBe(false);
});

it('knows whether the server or the learner ended the sign-in', async () => {
  localStorage.setItem('authToken', 'tok');
  const { auth, refuse } = open();
  await screen.findByText('asha');
  act(refuse);
  expect(auth().signedOutByServer).toBe(true);
  await act(() => auth().signIn('tok'));
  await act(() => auth().signOut());
  expect(auth().signedOutByServer).toBe(false);
});
