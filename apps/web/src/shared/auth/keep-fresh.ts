import { errorCode } from '../apollo/errors.ts';
import { serverNow } from '../browser/server-clock.ts';
import type { AuthApi } from './auth-api.ts';
import { isAging, isExpired, readToken, storeToken } from './token.ts';

const lockName = 'kumbuka.refresh';
const checkMs = 60_000;

type RefreshApi = Pick<AuthApi, 'refresh' | 'renew'>;

/** Runs one exchange of tokens at a time in all tabs, where the browser has locks. */
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const locks = globalThis.navigator?.locks;
  return locks ? locks.request(lockName, work) : work();
}

async function refreshAging(api: RefreshApi) {
  const token = readToken();
  if (!token || !isAging(token, serverNow())) return;
  const exchange = isExpired(token, serverNow()) ? api.renew(token) : api.refresh();
  const fresh = await exchange.catch(() => null);
  if (fresh && readToken() === token) storeToken(fresh);
}

/** Refused before it expires: something else is wrong, and another renewal would go round in circles. */
let lastRenewed: string | null = null;

/**
 * Exchanges a token that the server refused, because it has probably expired. Returns whether the browser has another token by
 * then, of this tab or of one that was faster. Rejects when the server cannot be reached.
 */
export const renewRefused = (api: Pick<AuthApi, 'renew'>, refused: string): Promise<boolean> =>
  inTurn(async () => {
    const mayRenew = refused !== lastRenewed || isExpired(refused, serverNow());
    if (readToken() === refused && mayRenew) {
      const fresh = await api.renew(refused).catch(nullIfRefused);
      lastRenewed = fresh;
      if (fresh && readToken() === refused) storeToken(fresh);
    }
    const token = readToken();
    return token !== null && token !== refused;
  });

function nullIfRefused(error: unknown): null {
  if (errorCode(error) === 'UNAUTHENTICATED') return null;
  throw error;
}

/** Replaces a token in the second half of its life; one tab at a time where the browser has locks. */
export async function keepFresh(api: RefreshApi): Promise<void> {
  const token = readToken();
  if (token && isAging(token, serverNow())) await inTurn(() => refreshAging(api));
}

/**
 * Checks the token for as long as the page is open: every minute, and at once when the page is shown again or the
 * network is back, because timers do not run while a computer sleeps. Returns a function that stops it.
 */
export function keepFreshWhileOpen(api: RefreshApi): () => void {
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
