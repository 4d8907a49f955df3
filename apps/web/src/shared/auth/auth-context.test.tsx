import { ServerError, ServerParseError } from '@apollo/client/errors';
import { act, render, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { setDeviceZone } from '../../test/device-zone.ts';
import { passTime } from '../../test/pass-time.ts';
import { anAuthApi, asha, refused } from '../../test/render-screen.tsx';
import type { AuthApi } from './auth-api.ts';
import { messageOf } from '../apollo/errors.ts';
import { AuthProvider, useAuth, type Auth } from './auth-context.tsx';
import { keepFresh } from './keep-fresh.ts';
import { clearToken, endToken, isAging, isTokenEnded, readToken, storeToken } from './token.ts';
import { usualPreferences } from '../study/study-preferences.ts';

function open(calls: Partial<AuthApi> = {}) {
  const seen: Auth[] = [];
  let refuse = () => {};
  const onSignedOut = vi.fn();
  function Probe() {
    const auth = useAuth();
    seen.push(auth);
    const name = auth.user?.username ?? 'nobody';
    return <p>{auth.loading ? 'loading' : auth.locked ? `${name}, locked` : name}</p>;
  }
  render(
    <AuthProvider
      api={anAuthApi(calls)}
      onReady={({ refused: end }) => void (refuse = end)}
      onSignedOut={onSignedOut}
    >
      <Probe />
    </AuthProvider>,
  );
  return { auth: () => seen.at(-1)!, refuse: () => refuse(), onSignedOut };
}

it('the auth context starts signed out without a token', async () => {
  open();
  expect(await screen.findByText('nobody')).toBeTruthy();
});

it('the auth context fetches the user of a stored token', async () => {
  localStorage.setItem('authToken', 'tok');
  open();
  expect(screen.getByText('loading')).toBeTruthy();
  expect(await screen.findByText('asha')).toBeTruthy();
});

const signInFirst = () => Promise.reject(refused('UNAUTHENTICATED', 'Please sign in.'));

it('the auth context signs out at the start when the server refuses the stored token', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  localStorage.setItem('authToken', 'tok');
  open({ viewer: signInFirst });
  expect(await screen.findByText('nobody')).toBeTruthy();
  expect(localStorage.getItem('authToken')).toBeNull();
});

it.each([
  ['a rate limit', refused('RATE_LIMITED', 'Too many requests. Please wait a moment.')],
  ['a server fault', refused('INTERNAL', 'Something went wrong.')],
  ['an unreadable response', new Error('Unexpected token')],
  [
    'the page of a hotel’s network',
    new ServerParseError(new SyntaxError('Unexpected token <'), {
      response: new Response('', { status: 200 }),
      bodyText: '<!doctype html><title>Welcome to the hotel</title>',
    }),
  ],
  [
    'a page of a proxy that refuses the address',
    new ServerError('Forbidden', {
      response: new Response('', { status: 403 }),
      bodyText: '<html>403 Forbidden</html>',
    }),
  ],
])('%s at the start keeps the token, and a retry signs in', async (_name, error) => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  localStorage.setItem('authToken', 'tok');
  const viewer = vi.fn(async () => asha).mockRejectedValueOnce(error);
  const { auth } = open({ viewer });
  await waitFor(() => expect(auth().failure).toBe(error));
  expect(localStorage.getItem('authToken')).toBe('tok');
  act(() => auth().retry());
  expect(await screen.findByText('asha')).toBeTruthy();
  expect(auth().failure).toBeNull();
});

it('the auth context retries when the network is back', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  localStorage.setItem('authToken', 'tok');
  const viewer = vi.fn(async () => asha).mockRejectedValueOnce(new Error('down'));
  const { auth } = open({ viewer });
  await waitFor(() => expect(auth().failure).not.toBeNull());
  await act(async () => {});
  act(() => void window.dispatchEvent(new Event('online')));
  expect(await screen.findByText('asha')).toBeTruthy();
});

it('a token rejected while a page is open is removed at once; the page and the unsent answers stay', async () => {
  localStorage.setItem('authToken', 'tok');
  localStorage.setItem('kumbuka.answers.7', '[]');
  const { refuse, onSignedOut, auth } = open();
  await screen.findByText('asha');
  await act(async () => refuse());
  expect(screen.getByText('asha, locked')).toBeTruthy();
  expect(localStorage.getItem('authToken')).toBeNull();
  expect(onSignedOut).not.toHaveBeenCalled();
  expect(localStorage.getItem('kumbuka.answers.7')).toBe('[]');
  await act(() => auth().signIn('newer'));
  expect(screen.getByText('asha')).toBeTruthy();
  expect(onSignedOut).not.toHaveBeenCalled();
});

it('the auth context keeps neither token nor user of a sign-in that the server refuses', async () => {
  const { auth } = open({ viewer: signInFirst });
  await screen.findByText('nobody');
  await expect(act(() => auth().signIn('tok'))).rejects.toThrow('Please sign in.');
  expect(localStorage.getItem('authToken')).toBeNull();
});

it('the auth context keeps the token of a sign-in whose user cannot be fetched yet', async () => {
  const { auth } = open({ viewer: () => Promise.reject(new Error('down')) });
  await screen.findByText('nobody');
  await act(() => auth().signIn('tok'));
  expect(auth().failure).toEqual(new Error('down'));
  expect(localStorage.getItem('authToken')).toBe('tok');
});

const tokenOf = (sub: string, hours = 12) => {
  const iat = Math.floor(Date.now() / 1000);
  return `h.${btoa(JSON.stringify({ sub, iat, exp: iat + hours * 3600 }))}.s`;
};
const ben = { ...asha, id: '8', username: 'ben' };

/** Changes the storage as another tab does, with the event that this tab gets. */
function inAnotherTab(change: () => void) {
  const oldValue = localStorage.getItem('authToken');
  change();
  const newValue = localStorage.getItem('authToken');
  if (newValue !== oldValue)
    window.dispatchEvent(new StorageEvent('storage', { key: 'authToken', oldValue, newValue }));
}

it('a second user who signs in in another tab is shown here, after the data of the first user was removed', async () => {
  localStorage.setItem('authToken', tokenOf('7'));
  const viewer = vi.fn(async () => asha);
  const { auth, onSignedOut } = open({ viewer });
  await screen.findByText('asha');
  viewer.mockResolvedValue(ben);
  act(() => inAnotherTab(() => localStorage.setItem('authToken', tokenOf('8'))));
  expect(screen.getByText('loading')).toBeTruthy();
  expect(onSignedOut).toHaveBeenCalledTimes(1);
  expect(await screen.findByText('ben')).toBeTruthy();
  expect(auth().turn).toBe(1);
});

it('a token that another tab refreshed for the same user removes no data here', async () => {
  localStorage.setItem('authToken', tokenOf('7'));
  const { auth, onSignedOut } = open();
  await screen.findByText('asha');
  act(() => inAnotherTab(() => localStorage.setItem('authToken', tokenOf('7', 24))));
  expect(screen.getByText('asha')).toBeTruthy();
  expect([onSignedOut.mock.calls.length, auth().turn]).toEqual([0, 0]);
});

it('a second user who signs in and out in another tab leaves nobody signed in here', async () => {
  localStorage.setItem('authToken', tokenOf('7'));
  const { onSignedOut } = open();
  await screen.findByText('asha');
  act(() => inAnotherTab(() => localStorage.setItem('authToken', tokenOf('8'))));
  act(() => inAnotherTab(() => localStorage.removeItem('authToken')));
  expect(await screen.findByText('nobody')).toBeTruthy();
  expect(onSignedOut).toHaveBeenCalled();
});

it('a page restored from the back/forward cache reads the user again', async () => {
  localStorage.setItem('authToken', tokenOf('7'));
  const viewer = vi.fn(async () => asha);
  const { onSignedOut } = open({ viewer });
  await screen.findByText('asha');
  viewer.mockResolvedValue(ben);
  localStorage.setItem('authToken', tokenOf('8'));
  act(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  expect(screen.queryByText('asha')).toBeNull();
  expect(await screen.findByText('ben')).toBeTruthy();
  expect(onSignedOut).toHaveBeenCalled();
});

it('a page restored from the back/forward cache after a sign-out shows no user', async () => {
  localStorage.setItem('authToken', tokenOf('7'));
  open();
  await screen.findByText('asha');
  localStorage.removeItem('authToken');
  act(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  expect(screen.getByText('nobody')).toBeTruthy();
});

it('a late response about the first user is dropped after a second user signed in', async () => {
  localStorage.setItem('authToken', tokenOf('7'));
  let respond = (_user: typeof asha) => {};
  const viewer = vi.fn(() => new Promise<typeof asha>((resolve) => (respond = resolve)));
  open({ viewer });
  localStorage.setItem('authToken', tokenOf('8'));
  viewer.mockResolvedValue(ben);
  await act(async () => respond(asha));
  expect(await screen.findByText('ben')).toBeTruthy();
});

it('a sign-out in another tab signs out here, but a token rejected there only locks this page', async () => {
  localStorage.setItem('authToken', tokenOf('7'));
  open();
  await screen.findByText('asha');
  act(() => inAnotherTab(endToken));
  expect(screen.getByText('asha, locked')).toBeTruthy();
  act(() => inAnotherTab(() => storeToken(tokenOf('7'))));
  expect(await screen.findByText('asha')).toBeTruthy();
  act(() => inAnotherTab(clearToken));
  expect(screen.getByText('nobody')).toBeTruthy();
  expect(isTokenEnded()).toBe(false);
});

it('a sign-out does not end the sign-in of another user in another tab', async () => {
  localStorage.setItem('authToken', tokenOf('7'));
  const { auth } = open();
  await screen.findByText('asha');
  localStorage.setItem('authToken', tokenOf('8'));
  await act(() => auth().signOut());
  expect(localStorage.getItem('authToken')).toBe(tokenOf('8'));
});

it('a tab that is open for 7 hours, and a laptop that wakes up after 8, refresh their token', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  localStorage.setItem('authToken', tokenOf('7'));
  const refresh = vi.fn(async () => tokenOf('7'));
  open({ refresh });
  await screen.findByText('asha');
  await act(() => vi.advanceTimersByTimeAsync(5 * 3_600_000));
  expect(refresh).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(2 * 3_600_000));
  expect(refresh).toHaveBeenCalledTimes(1);
  vi.setSystemTime(Date.now() + 8 * 3_600_000);
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')));
  expect(refresh).toHaveBeenCalledTimes(2);
});

it('every storage key that may contain a token is read in order and cleared at the sign-out', async () => {
  for (const key of ['token', 'access_token', 'jwt', 'authToken']) {
    localStorage.setItem(key, `from ${key}`);
    expect(readToken()).toBe(`from ${key}`);
  }
  const { auth } = open();
  await screen.findByText('asha');
  await act(() => auth().signOut());
  expect(readToken()).toBeNull();
});

/** What a shared computer must not show to the next person, and an answer that is not sent yet. */
function keepForAsha() {
  sessionStorage.setItem('kumbuka:admin-key', 'operators');
  sessionStorage.setItem('kumbuka.draft.card.7', '{}');
  localStorage.setItem('kumbuka.sessions.7', '[{"title":"Biology 4B"}]');
  localStorage.setItem('kumbuka.answers.7', '[{"kind":"answer"}]');
  localStorage.setItem('kumbuka.sessions.17', '[]');
}
const keptOfUsers = () => Object.keys(localStorage).filter((key) => /^kumbuka\..*\d$/.test(key));

it('a shared computer keeps only the unsent answers of a learner who signed out', async () => {
  localStorage.setItem('authToken', tokenOf('7'));
  const { auth } = open();
  await screen.findByText('asha');
  keepForAsha();
  await act(() => auth().signOut());
  expect(sessionStorage).toHaveLength(0);
  expect(keptOfUsers().sort()).toEqual(['kumbuka.answers.7', 'kumbuka.sessions.17']);
});

it('a tab forgets the admin key and its drafts when another tab signs out', async () => {
  localStorage.setItem('authToken', tokenOf('7'));
  open();
  await screen.findByText('asha');
  keepForAsha();
  act(() => inAnotherTab(clearToken));
  expect(sessionStorage).toHaveLength(0);
});

it('an empty key does not hide the token of the next one, and a new sign-in is read before older keys', () => {
  localStorage.setItem('authToken', '');
  localStorage.setItem('access_token', 'from access_token');
  expect(readToken()).toBe('from access_token');
  storeToken('new');
  expect(readToken()).toBe('new');
  clearToken();
  expect(readToken()).toBeNull();
});

it('the auth context sends the sign-out to the server and signs out even when that fails', async () => {
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
    latestStudyDay: null,
    zoneFollowsDevice,
    ...usualPreferences,
    rememberPercent: 90,
    longestInterval: 36_500,
    weights: null,
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

it('the auth context sets the zone at the first sign-in to that of the browser', async () => {
  expect(await zoneSetBy('Asia/Tokyo', zoned('Africa/Nairobi', true))).toEqual(['Asia/Tokyo']);
});

it('the auth context also stores a first zone that equals the default, so that the next device does not change it', async () => {
  expect(await zoneSetBy('Africa/Nairobi', zoned('Africa/Nairobi', true))).toEqual(['Africa/Nairobi']);
});

it.each(['UTC', 'Etc/UTC', 'Etc/GMT', 'GMT', 'Atlantic/Reykjavik'])(
  'a browser that reports %s for privacy does not change the learner’s time zone',
  async (zone) => {
    expect(await zoneSetBy(zone, zoned('Africa/Nairobi', true))).toEqual([]);
  },
);

it('a second device in another zone does not change a time zone that the learner chose', async () => {
  expect(await zoneSetBy('Europe/Berlin', zoned('Asia/Tokyo', false))).toEqual([]);
});

it('the auth context notices a token in the second half of its life', () => {
  const token = `h.${btoa(JSON.stringify({ iat: 1000, exp: 2000 }))}.s`;
  expect(isAging(token, 1_400_000)).toBe(false);
  expect(isAging(token, 1_600_000)).toBe(true);
  expect(isAging('not a token', 0)).toBe(false);
});

it('a lost response does not sign out: the user is requested again, and the page says so', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  localStorage.setItem('authToken', 'tok');
  let calls = 0;
  const { auth } = open({
    viewer: () => {
      calls += 1;
      return calls < 3 ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve(asha);
    },
  });
  await waitFor(() => expect(auth().isRetrying).toBe(true));
  expect(localStorage.getItem('authToken')).toBe('tok');
  await passTime(2_000);
  expect(await screen.findByText('asha')).toBeTruthy();
  expect(auth().isRetrying).toBe(false);
});

it('the auth context knows whether the server or the learner ended the sign-in', async () => {
  localStorage.setItem('authToken', 'tok');
  const { auth, refuse } = open();
  await screen.findByText('asha');
  await act(async () => refuse());
  expect(isTokenEnded()).toBe(true);
  await act(() => auth().signIn('tok'));
  await act(() => auth().signOut());
  expect(isTokenEnded()).toBe(false);
});

describe('a token that the server refuses because it expired', () => {
  const renewTo = (fresh: string) => vi.fn(async () => fresh);

  it('is renewed at the start, and the page opens', async () => {
    localStorage.setItem('authToken', 'old');
    const renew = renewTo('fresh-1');
    open({
      renew,
      viewer: () => (localStorage.getItem('authToken') === 'old' ? signInFirst() : Promise.resolve(asha)),
    });
    await screen.findByText('asha');
    expect(renew.mock.calls).toEqual([['old']]);
    expect(localStorage.getItem('authToken')).toBe('fresh-1');
  });

  it('is renewed once for all calls of an open page, which stays', async () => {
    localStorage.setItem('authToken', 'old');
    const renew = renewTo('fresh-2');
    const { auth, refuse } = open({ renew });
    await screen.findByText('asha');
    await act(async () => [refuse(), refuse(), refuse()]);
    expect([auth().locked, renew.mock.calls]).toEqual([false, [['old']]]);
    expect(localStorage.getItem('authToken')).toBe('fresh-2');
  });

  it('a token that the server refuses again after its renewal ends the sign-in when it is not renewed once more', async () => {
    localStorage.setItem('authToken', 'old');
    const renew = vi.fn((_token: string): Promise<string> => signInFirst()).mockResolvedValueOnce('fresh-3');
    open({ renew, viewer: signInFirst });
    await screen.findByText('nobody');
    expect(renew.mock.calls).toEqual([['old'], ['fresh-3']]);
    expect(localStorage.getItem('authToken')).toBeNull();
  });

  it('stays while the network is away', async () => {
    localStorage.setItem('authToken', 'old');
    const { auth, refuse } = open({ renew: () => Promise.reject(new Error('away')) });
    await screen.findByText('asha');
    await act(async () => refuse());
    expect([auth().locked, localStorage.getItem('authToken')]).toEqual([false, 'old']);
  });

  it('a token that expired is exchanged as such and not sent as a bearer', async () => {
    const expired = tokenOf('7', -1);
    localStorage.setItem('authToken', expired);
    const renew = renewTo('fresh-4');
    await keepFresh({ renew, refresh: () => Promise.reject(new Error('not with an expired token')) });
    expect([renew.mock.calls, localStorage.getItem('authToken')]).toEqual([[[expired]], 'fresh-4']);
  });
});

describe('a network that removes the header with the token', () => {
  /** Refuses every request with a token in its header, and renews tokens in the body. */
  const behindProxy = () => ({
    viewer: vi.fn((): Promise<typeof asha> => signInFirst()),
    renew: vi.fn(async () => tokenOf('7')),
  });
  const naming = /^This network seems to remove your sign-in/;

  it('is named at the start, and the learner stays signed in', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const old = tokenOf('7', -1);
    localStorage.setItem('authToken', old);
    const calls = behindProxy();
    const { auth } = open(calls);
    await waitFor(() => expect(messageOf(auth().failure, '')).toMatch(naming));
    expect(isTokenEnded()).toBe(false);
    expect(readToken()).not.toBeNull();
    calls.viewer.mockImplementation(async () => asha);
    act(() => auth().retry());
    expect(await screen.findByText('asha')).toBeTruthy();
  });

  it('is named at a sign-in, which is kept, and no circle of renewals follows', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const calls = behindProxy();
    const { auth, refuse } = open(calls);
    await screen.findByText('nobody');
    const signIn = act(async () => {
      const signedIn = auth().signIn(tokenOf('7'));
      refuse();
      await signedIn;
    });
    await expect(signIn).rejects.toSatisfy((error) => naming.test(messageOf(error, '')));
    expect(readToken()).not.toBeNull();
    expect(isTokenEnded()).toBe(false);
    await act(async () => [refuse(), refuse()]);
    expect(calls.renew).toHaveBeenCalledTimes(1);
  });

  it('is named on an open page, which stays as it is until a request gets through', async () => {
    localStorage.setItem('authToken', tokenOf('7'));
    const calls = behindProxy();
    const { auth, refuse } = open({ ...calls, viewer: async () => asha });
    await screen.findByText('asha');
    await act(async () => refuse());
    expect([auth().isRemoved, auth().locked]).toEqual([true, false]);
    await act(() => auth().reloadUser());
    expect(auth().isRemoved).toBe(false);
  });
});
