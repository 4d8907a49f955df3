import type { Viewer } from './auth-api.ts';

export interface AuthState {
  user: Viewer | null;
  /** True at the start, until a stored token was tried. */
  loading: boolean;
  /** True while the request for the current user is repeated, because no response came. */
  isRetrying: boolean;
  /** The server ended the sign-in of `user`: the open page waits for a new one. */
  locked: boolean;
  /** Why the current user could not be fetched although the token may be good; null otherwise. */
  failure: unknown;
  /** The network removes the sign-in of the shown user from requests. */
  isRemoved: boolean;
  /** Number of changes from one person to another, each of whom gets new pages. */
  turn: number;
}

export type AuthEvent =
  | { type: 'signed-in'; user: Viewer }
  | { type: 'retrying' }
  | { type: 'not-fetched'; error: unknown }
  | { type: 'removed'; error: unknown }
  | { type: 'retried' }
  | { type: 'replaced' }
  | { type: 'locked' }
  | { type: 'signed-out' };

export const initialAuth: AuthState = {
  user: null,
  loading: true,
  isRetrying: false,
  locked: false,
  failure: null,
  isRemoved: false,
  turn: 0,
};

/** A page of another person must not stay, whatever it holds. */
function signedIn(state: AuthState, user: Viewer): AuthState {
  const isOther = state.user !== null && state.user.id !== user.id;
  return { ...initialAuth, user, loading: false, turn: state.turn + Number(isOther) };
}

export function authReducer(state: AuthState, event: AuthEvent): AuthState {
  const start = { ...initialAuth, turn: state.turn };
  switch (event.type) {
    case 'signed-in':
      return signedIn(state, event.user);
    case 'retrying':
      return { ...state, isRetrying: true };
    case 'not-fetched':
      return state.user ? state : { ...start, loading: false, failure: event.error };
    case 'removed':
      return state.user ? { ...state, isRemoved: true } : { ...start, loading: false, failure: event.error };
    case 'retried':
      return start;
    case 'replaced':
      return { ...start, turn: state.turn + 1 };
    case 'locked':
      return state.user ? { ...state, locked: true } : { ...start, loading: false };
    case 'signed-out':
      return { ...start, loading: false };
  }
}
