import { errorCode } from '../apollo/errors.ts';
import { serverNow } from '../browser/server-clock.ts';
import type { AuthApi } from './auth-api.ts';
import { localStore } from '../browser/storage.ts';
import { isAging, isExpired, isFresh, readToken, storeToken } from './token.ts';

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

/** When a tab found that the network removes the header with the token, in the server's time. */
const removedKey = 'kumbuka.header-removed';
const askAgainMs = 60_000;

const wasJustRemoved = () => {
  const age = serverNow() - Number(localStore.getItem(removedKey) ?? 0);
  return age >= 0 && age < askAgainMs;
};

let lastRenewed: string | null = null;

/** Whether a token is so new that it cannot have expired. */
const isNew = (token: string) =>
  !isExpired(token, serverNow()) && (token === lastRenewed || isFresh(token, serverNow()));

/**
 * What became of a refused token. `removed`: it was new, and the server renewed it once more where it was sent in the body,
 * so the network removes the header that carries it.
 */
type Renewal = 'renewed' | 'refused' | 'removed';

/**
 * Exchanges a token that the server refused, because it has probably expired, unless the browser has another one by then of
 * a tab that was faster. Rejects when the server cannot be reached.
 */
export const renewRefused = (api: Pick<AuthApi, 'renew'>, refused: string): Promise<Renewal> =>
  inTurn(async () => {
    const token = readToken();
    if (token !== refused) return token === null ? 'refused' : 'renewed';
    const wasNew = isNew(refused);
    // Every tab follows a new token and would have it refused in turn.
    if (wasNew && wasJustRemoved()) return 'removed';
    const fresh = await api.renew(refused).catch(nullIfRefused);
    lastRenewed = fresh;
    if (fresh && readToken() === refused) storeToken(fresh);
    if (!fresh) return 'refused';
    if (!wasNew) return 'renewed';
    localStore.setItem(removedKey, String(serverNow()));
    return 'removed';
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
