import type { Viewer } from './auth-api.ts';

export interface AuthState {
  user: Viewer | null;
  /** True at the start, until a stored token was tried. */
  loading: boolean;
  otpRequired: boolean;
}

export type AuthEvent =
  | { type: 'started-signed-out' }
  | { type: 'signed-in'; user: Viewer }
  | { type: 'code-requested' }
  | { type: 'code-skipped' }
  | { type: 'signed-out' };

export const initialAuth: AuthState = { user: null, loading: true, otpRequired: false };

export function authReducer(state: AuthState, event: AuthEvent): AuthState {
  switch (event.type) {
    case 'signed-in':
      return { user: event.user, loading: false, otpRequired: false };
    case 'code-requested':
      return { ...state, otpRequired: true };
    case 'code-skipped':
      return { ...state, otpRequired: false };
    case 'started-signed-out':
    case 'signed-out':
      return { user: null, loading: false, otpRequired: false };
  }
}
