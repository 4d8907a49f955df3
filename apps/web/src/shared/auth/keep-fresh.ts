import { serverNow } from '../browser/server-clock.ts';
import type { AuthApi } from './auth-api.ts';
import { isAging, readToken, storeToken } from './token.ts';

const lockName = 'kumbuka.refresh';
const checkMs = 60_000;

async function refreshAging(api: Pick<AuthApi, 'refresh'>) {
  const token = readToken();
  if (!token || !isAging(token, serverNow())) return;
  const fresh = await api.refresh().catch(() => null);
  if (fresh && readToken() === token) storeToken(fresh);
}

/** Replaces a token in the second half of its life; one tab at a time where the browser has locks. */
export async function keepFresh(api: Pick<AuthApi, 'refresh'>): Promise<void> {
  const token = readToken();
  if (!token || !isAging(token, serverNow())) return;
  const locks = globalThis.navigator?.locks;
  await (locks ? locks.request(lockName, () => refreshAging(api)) : refreshAging(api));
}

/**
 * Checks the token for as long as the page is open: every minute, and at once when the page is shown again or the
 * network is back, because timers do not run while a computer sleeps. Returns a function that stops it.
 */
export function keepFreshWhileOpen(api: Pick<AuthApi, 'refresh'>): () => void {
  const check = () => void keepFresh(api).catch(() => {});
  const timer = setInterval(check, checkMs);
  document.addEventListener('visibilitychange', check);
  window.addEventListener('online', check);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', check);
    window.removeEventListener('online', check);
  };
}
