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
import { isUnanswered } from '../apollo/errors.ts';
import { serverNow } from '../lib/server-clock.ts';
import { browserZone, saysWhere } from '../lib/zones.ts';
import type { AuthApi, Viewer } from './auth-api.ts';
import { authReducer, initialAuth } from './auth-state.ts';
import { noteDemo } from './demo-note.ts';
import { clearToken, isAging, onTokenChangedElsewhere, readToken, storeToken } from './token.ts';

export interface Auth {
  user: Viewer | null;
  isAuthenticated: boolean;
  loading: boolean;
  otpRequired: boolean;
  /** The current user is asked for again, because nobody answered. */
  unanswered: boolean;
  /** The server ended the last sign-in, not the learner. */
  signedOutByServer: boolean;
  api: AuthApi;
  /** Stores a token and fetches its user; rejects when the user cannot be fetched. */
  signIn: (token: string) => Promise<void>;
  /** Fetches the current user again, after something of it was changed. */
  reloadUser: () => Promise<void>;
  /** Notes that a code is being waited for, or not any more. */
  setOtpRequired: (required: boolean) => void;
  /** Forgets token and user at once; the server is told on a best-effort basis. */
  signOut: () => Promise<void>;
}

const AuthContext = createContext<Auth | null>(null);

/** The account state; only below an AuthProvider. */
export function useAuth(): Auth {
  const auth = use(AuthContext);
  if (!auth) throw new Error('useAuth needs an AuthProvider above it');
  return auth;
}

/** Sets the learner's zone at the first sign-in whose browser says where it is. A failure waits for the next start. */
function setFirstZone(api: AuthApi, { stats }: Viewer) {
  const zone = browserZone();
  if (stats?.zoneFollowsDevice && saysWhere(zone)) api.setTimezone(zone).catch(() => {});
}

async function keepFresh(api: AuthApi) {
  const token = readToken();
  if (!token || !isAging(token, serverNow())) return;
  const fresh = await api.refresh().catch(() => null);
  if (fresh && readToken() === token) storeToken(fresh);
}

const patienceMs = 15_000;
const pauseMs = 1000;

/** Asks again for 15 s when nobody answers, then gives up with the last error. */
async function answered<T>(ask: () => Promise<T>, onUnanswered: () => void): Promise<T> {
  const until = Date.now() + patienceMs;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!isUnanswered(error) || Date.now() + pauseMs > until) throw error;
      onUnanswered();
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

interface AuthProviderProps {
  api: AuthApi;
  /** Hands the provider's sign-out to whoever meets a refused token. */
  onReady?: (signedOutByServer: () => void) => void;
  /** Runs after the token is gone, to forget cached data. */
  onSignedOut?: () => void;
  children: ReactNode;
}

export function AuthProvider({ api, onReady, onSignedOut, children }: AuthProviderProps) {
  const [state, dispatch] = useReducer(authReducer, initialAuth);
  const started = useRef(false);

  const forget = useCallback(
    (byServer: boolean) => {
      clearToken();
      dispatch({ type: 'signed-out', byServer });
      onSignedOut?.();
    },
    [onSignedOut],
  );

  const loadUser = useCallback(async () => {
    const user = await answered(api.viewer, () => dispatch({ type: 'unanswered' }));
    dispatch({ type: 'signed-in', user });
    noteDemo(user.isDemo);
    setFirstZone(api, user);
  }, [api]);

  useEffect(() => onReady?.(() => forget(true)), [onReady, forget]);

  useEffect(() => {
    if (started.current) return;
    started.current = true;
    if (!readToken()) return dispatch({ type: 'started-signed-out' });
    loadUser().then(
      () => keepFresh(api),
      (error: unknown) => {
        console.error('The current user could not be fetched', error);
        forget(true);
      },
    );
  }, [api, loadUser, forget]);

  useEffect(
    () => onTokenChangedElsewhere((token) => (token ? void loadUser().catch(() => {}) : forget(false))),
    [forget, loadUser],
  );

  const auth = useMemo<Auth>(
    () => ({
      ...state,
      isAuthenticated: state.user !== null,
      api,
      signIn: async (token) => {
        storeToken(token);
        await loadUser().catch((error: unknown) => {
          forget(false);
          throw error;
        });
      },
      reloadUser: loadUser,
      setOtpRequired: (required) => dispatch({ type: required ? 'code-requested' : 'code-skipped' }),
      signOut: async () => {
        const told = api.logOut().catch(() => {});
        await Promise.race([told, new Promise((resolve) => setTimeout(resolve, 1500))]);
        forget(false);
      },
    }),
    [state, api, loadUser, forget],
  );
  return <AuthContext value={auth}>{children}</AuthContext>;
}
