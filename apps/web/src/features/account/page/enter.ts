import type { Verified } from '../../../shared/auth/account-calls.ts';
import { readToken, storeToken } from '../../../shared/auth/token.ts';
import { screenAfter } from '../flows.ts';
import { verifiedEmail } from './verified-email.ts';

/** Signs in with a verified address and opens the next page. Returns false when the browser has not taken the token. */
export function enter(verified: Verified, email: string, leave: (path: string) => void): boolean {
  const { to, state } = screenAfter(verified, email);
  storeToken(verified.token);
  if (readToken() !== verified.token) return false;
  if (state) verifiedEmail.keep(state.email);
  leave(to);
  return true;
}
