import { authInternalRoutes, type Language } from '@kumbuka/contracts';
import { callService, type AccountLanguage } from '@kumbuka/http-kit';
import { setTimeout as pause } from 'node:timers/promises';
import type { Identity } from './identity.ts';
import { bearerOf } from './principal.ts';

interface LanguageReaderOptions {
  authUrl: string;
  internalKey: string;
  /** Milliseconds that a response waits for the language; 500 by default. */
  withinMs?: number | undefined;
  /** Monotonic clock in milliseconds. */
  elapsedMs?: (() => number) | undefined;
}

/** Returns the language of an account; `null` before a choice and when auth does not respond in time. */
type LanguageReader = (userId: number) => Promise<Language | null>;

const defaultWithinMs = 500;
/** After a failure, responses do not wait for auth for this long. */
const pauseMs = 2_000;
/** Languages are cached this long, because an account at its limits gets hundreds of errors a second. */
const cacheMs = 1_000;
const maxCachedAccounts = 1_000;

/** Reads languages of accounts from auth; a change takes effect within a second. */
function createLanguageReader(options: LanguageReaderOptions): LanguageReader {
  const { authUrl: baseUrl, internalKey, withinMs = defaultWithinMs } = options;
  const { elapsedMs = () => performance.now() } = options;
  const auth = callService({ baseUrl, internalKey, timeoutMs: withinMs });
  const cache = new Map<number, { until: number; language: Promise<Language | null> }>();
  let pausedUntil = -Infinity;

  const read: LanguageReader = async (userId) => {
    try {
      return (await auth.call(authInternalRoutes.readLanguage, { params: { id: userId } })).language;
    } catch {
      pausedUntil = elapsedMs() + pauseMs;
      return null;
    }
  };

  return async (userId) => {
    if (elapsedMs() < pausedUntil) return null;
    const cached = cache.get(userId);
    if (cached && elapsedMs() < cached.until) return cached.language;
    if (cache.size >= maxCachedAccounts) cache.clear();
    const language = read(userId);
    cache.set(userId, { until: elapsedMs() + cacheMs, language });
    return language;
  };
}

/** Reads the language of a bearer's account, for the errors of an edge. */
export function createAccountLanguage(
  options: LanguageReaderOptions & { identity: Pick<Identity, 'verify'> },
): AccountLanguage {
  const { identity, withinMs = defaultWithinMs } = options;
  const readLanguage = createLanguageReader(options);
  const read = async (token: string) => readLanguage((await identity.verify(token)).userId);

  return async (authorization) => {
    const token = bearerOf(authorization);
    if (!token) return null;
    const timer = new AbortController();
    const timeout = pause(withinMs, null, { signal: timer.signal }).catch(() => null);
    const language = read(token).catch(() => null);
    return Promise.race([language, timeout]).finally(() => timer.abort());
  };
}
