import type { Viewer } from './auth-api.ts';

export interface AuthState {
  user: Viewer | null;
  /** True at the start, until a stored token was tried. */
  loading: boolean;
  otpRequired: boolean;
  /** The current user is asked for again, because nobody answered. */
  unanswered: boolean;
  /** The server ended the last sign-in, not the learner. */
  signedOutByServer: boolean;
}

export type AuthEvent =
  | { type: 'started-signed-out' }
  | { type: 'signed-in'; user: Viewer }
  | { type: 'code-requested' }
  | { type: 'code-skipped' }
  | { type: 'unanswered' }
  | { type: 'signed-out'; byServer: boolean };

export const initialAuth: AuthState = {
  user: null,
  loading: true,
  otpRequired: false,
  unanswered: false,
  signedOutByServer: false,
};

export function authReducer(state: AuthState, event: AuthEvent): AuthState {
  switch (event.type) {
    case 'signed-in':
      return { ...initialAuth, user: event.user, loading: false };
    case 'code-requested':
      return { ...state, otpRequired: true };
    case 'code-skipped':
      return { ...state, otpRequired: false };
    case 'unanswered':
      return { ...state, unanswered: true };
    case 'started-signed-out':
      return { ...initialAuth, loading: false };
    case 'signed-out':
      return { ...initialAuth, loading: false, signedOutByServer: event.byServer };
  }
}
