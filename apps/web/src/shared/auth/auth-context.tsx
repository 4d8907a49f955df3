import {
  createContext,
  use,
  useCallback,
  useEffect,
  useMemo,
  useReducer,
  useRef,
  type ReactNode,
} from 'react';
import { errorCode, hasNoResponse, SignInRemoved } from '../apollo/errors.ts';
import { forgetUser } from '../browser/forget-user.ts';
import { browserZone, revealsLocation } from '../format/zones.ts';
import { followLanguage } from './account-language.ts';
import { followTheme } from './account-theme.ts';
import type { AuthApi, Viewer } from './auth-api.ts';
import { authReducer, initialAuth, type AuthState } from './auth-state.ts';
import { noteDemo } from './demo-note.ts';
import { keepFreshWhileOpen, keepFresh, renewRefused } from './keep-fresh.ts';
import {
  clearToken,
  endToken,
  isOfAnotherUser,
  isTokenEnded,
  onTokenChangedElsewhere,
  readToken,
  storeToken,
} from './token.ts';

export interface Auth extends AuthState {
  api: AuthApi;
  /** Fetches the current user again after a failure. */
  retry: () => void;
  /** Stores a token and fetches its user; rejects when the server refuses the token. */
  signIn: (token: string) => Promise<void>;
  /** Fetches the current user again, after something of it was changed. */
  reloadUser: () => Promise<void>;
  /** Forgets token and user at once, and notifies the server on a best-effort basis. */
  signOut: () => Promise<void>;
}

const AuthContext = createContext<Auth | null>(null);

/** The account state; only below an AuthProvider. */
export function useAuth(): Auth {
  const auth = use(AuthContext);
  if (!auth) throw new Error('useAuth needs an AuthProvider above it');
  return auth;
}

/** Sets the learner's zone at the first sign-in from a browser that reveals it. After a failure the next start tries again. */
function setFirstZone(api: AuthApi, { stats }: Viewer) {
  const zone = browserZone();
  if (stats?.zoneFollowsDevice && revealsLocation(zone)) api.setTimezone(zone).catch(() => {});
}

const timeoutMs = 15_000;
const pauseMs = 1000;

/** Repeats a call that gets no response, for 15 s at most. Rejects with its last error. */
async function retryWithoutResponse<T>(call: () => Promise<T>, onRetry: () => void): Promise<T> {
  const until = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!hasNoResponse(error) || Date.now() + pauseMs > until) throw error;
      onRetry();
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

/** Returns the user of the token that the browser has by then, which another tab may have replaced; `null` after a sign-out. */
async function fetchUser(call: () => Promise<Viewer>, onRetry: () => void): Promise<Viewer | null> {
  for (;;) {
    const user = await retryWithoutResponse(call, onRetry);
    const token = readToken();
    if (token === null) return null;
    if (!isOfAnotherUser(token, user.id)) return user;
  }
}

const isRefused = (error: unknown) => errorCode(error) === 'UNAUTHENTICATED';

/** Callbacks for a token that was refused or replaced. */
export interface TokenChanges {
  /** The server refused the token. */
  refused: () => void;
  /** The browser's token belongs to another person than this page. */
  replaced: () => void;
}

/** Whether a token that the server has just issued was refused because the network removes it from requests. */
const isRemoved = (api: AuthApi, token: string) =>
  renewRefused(api, readToken() ?? token).then(
    (renewal) => renewal === 'removed',
    () => false,
  );

interface AuthProviderProps {
  api: AuthApi;
  onReady?: (changes: TokenChanges) => void;
  /** Called with the person whose pages are shown next; `null` for the pages of visitors. */
  onShown?: (userId: string | null) => void;
  /** Forgets cached data of a person who has signed out. The next person's data is requested afterwards. */
  onSignedOut?: () => Promise<unknown> | void;
  /** Runs when the same person has signed in again on a page that waited. */
  onUnlocked?: () => void;
  children: ReactNode;
}

/** Calls back when this page comes out of the back/forward cache, where it got no events. */
function onPageRestored(callback: () => void): () => void {
  const listen = (event: PageTransitionEvent) => void (event.persisted && callback());
  window.addEventListener('pageshow', listen);
  return () => window.removeEventListener('pageshow', listen);
}

/** State of the sign-in. Its changes call the components that keep data of the user. */
function useAuthState({
  onShown,
  onSignedOut,
  onUnlocked,
}: Omit<AuthProviderProps, 'api' | 'onReady' | 'children'>) {
  const [state, dispatch] = useReducer(authReducer, initialAuth);
  const shown = useRef<string | null>(null);
  const locked = useRef(false);

  const show = useCallback(
    (userId: string | null): Promise<unknown> | void => {
      const isAnother = shown.current !== null && shown.current !== userId;
      if (locked.current && !isAnother) onUnlocked?.();
      locked.current = false;
      shown.current = userId;
      onShown?.(userId);
      return isAnother ? onSignedOut?.() : undefined;
    },
    [onShown, onSignedOut, onUnlocked],
  );
  const signedIn = useCallback(
    async (user: Viewer) => {
      await show(user.id);
      dispatch({ type: 'signed-in', user });
    },
    [show],
  );
  const forget = useCallback(() => {
    if (!isOfAnotherUser(readToken(), shown.current)) clearToken();
    if (shown.current !== null) forgetUser(shown.current);
    void show(null);
    dispatch({ type: 'signed-out' });
  }, [show]);
  /** Hides what the page holds; a new sign-in of the same person continues with it. */
  const lock = useCallback(() => {
    endToken();
    locked.current = shown.current !== null;
    dispatch({ type: 'locked' });
  }, []);
  const replace = useCallback(async () => {
    const forgotten = show(null);
    dispatch({ type: 'replaced' });
    await forgotten;
  }, [show]);
  return { state, dispatch, shown, locked, signedIn, forget, lock, replace };
}

type AuthChanges = ReturnType<typeof useAuthState>;

/** Loads the user of the browser's token: at the start, and when the token is refused or replaced. */
function useUserOfToken(
  api: AuthApi,
  { dispatch, shown, signedIn, forget, lock, replace }: AuthChanges,
  onReady: AuthProviderProps['onReady'],
  onUnlocked: AuthProviderProps['onUnlocked'],
) {
  const loadUser = useCallback(async (): Promise<void> => {
    const user = await fetchUser(api.viewer, () => dispatch({ type: 'retrying' }));
    if (!user) return;
    await signedIn(user);
    noteDemo(user.isDemo);
    setFirstZone(api, user);
    followTheme(api, user);
    followLanguage(api, user);
  }, [api, dispatch, signedIn]);

  /** Loads the user of the stored token; a failure other than a refusal keeps it. */
  const load = useCallback(
    (onRefused: () => void) =>
      loadUser().then(
        () => keepFresh(api),
        (error: unknown) => {
          console.error('The current user could not be fetched', error);
          if (isRefused(error)) onRefused();
          else dispatch({ type: 'not-fetched', error });
        },
      ),
    [api, loadUser, dispatch],
  );

  /** Renews a refused token, which has probably expired. Only when the server refuses that, too, the sign-in is over. */
  const renewing = useRef<Promise<unknown> | null>(null);
  const replaceRefused = useCallback(
    async (refused: string) => {
      let token: string | null = refused;
      while (token !== null) {
        const renewal = await renewRefused(api, token);
        if (renewal === 'refused') break;
        if (renewal === 'removed') return dispatch({ type: 'removed', error: new SignInRemoved() });
        if (shown.current !== null) return onUnlocked?.();
        let isRefusedAgain = false;
        await load(() => void (isRefusedAgain = true));
        if (!isRefusedAgain) return;
        token = readToken();
      }
      lock();
    },
    [api, dispatch, load, lock, onUnlocked, shown],
  );
  const renew = useCallback(() => {
    const refused = readToken();
    if (refused === null) return lock();
    if (renewing.current) return;
    renewing.current = replaceRefused(refused)
      .catch((error: unknown) => dispatch({ type: 'not-fetched', error }))
      .finally(() => void (renewing.current = null));
  }, [dispatch, lock, replaceRefused]);
  const begin = useCallback(() => void load(renew), [load, renew]);

  /** Loads the user of the browser's current token. */
  const follow = useCallback(() => {
    const token = readToken();
    if (token === null) return isTokenEnded() ? lock() : forget();
    if (!isOfAnotherUser(token, shown.current)) return void loadUser().catch(() => {});
    replace().then(begin, begin);
  }, [begin, forget, loadUser, lock, replace, shown]);

  const followShown = useCallback(() => shown.current !== null && follow(), [follow, shown]);
  useEffect(() => onReady?.({ refused: renew, replaced: followShown }), [onReady, renew, followShown]);
  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    if (readToken()) begin();
    else dispatch({ type: 'signed-out' });
  }, [begin, dispatch]);
  useEffect(() => onTokenChangedElsewhere(follow), [follow]);
  useEffect(() => onPageRestored(followShown), [followShown]);
  return { loadUser, begin };
}

/** Retries when the network is back after a failure. */
function useRetryOnline(hasFailed: boolean, retry: () => void) {
  useEffect(() => {
    if (!hasFailed) return;
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [hasFailed, retry]);
}

/** Longest time that a sign-out waits for the server. */
const signOutMs = 1500;

export function AuthProvider({ api, onReady, children, ...holders }: AuthProviderProps) {
  const changes = useAuthState(holders);
  const { state, dispatch, locked, forget } = changes;
  const { loadUser, begin } = useUserOfToken(api, changes, onReady, holders.onUnlocked);
  const retry = useCallback(() => {
    dispatch({ type: 'retried' });
    begin();
  }, [begin, dispatch]);
  useRetryOnline(state.failure !== null, retry);
  useEffect(() => keepFreshWhileOpen(api), [api]);

  const auth = useMemo<Auth>(
    () => ({
      ...state,
      api,
      retry,
      signIn: async (token) => {
        storeToken(token);
        await loadUser().catch(async (error: unknown) => {
          if (isRefused(error) && (await isRemoved(api, token))) {
            const removed = new SignInRemoved();
            dispatch({ type: 'removed', error: removed });
            throw removed;
          }
          if (!isRefused(error) && !locked.current) return dispatch({ type: 'not-fetched', error });
          if (locked.current) endToken();
          else forget();
          throw error;
        });
      },
      reloadUser: loadUser,
      signOut: async () => {
        const loggedOut = api.logOut().catch(() => {});
        await Promise.race([loggedOut, new Promise((resolve) => setTimeout(resolve, signOutMs))]);
        forget();
      },
    }),
    [state, api, dispatch, retry, loadUser, locked, forget],
  );
  return <AuthContext value={auth}>{children}</AuthContext>;
}
