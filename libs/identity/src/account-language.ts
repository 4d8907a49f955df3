import { authInternalRoutes, type Language } from '@kumbuka/contracts';
import { callService } from '@kumbuka/http-kit';
import { setTimeout as pause } from 'node:timers/promises';
import type { Identity } from './identity.ts';
import { bearerOf } from './principal.ts';

interface LanguageReaderOptions {
  authUrl: string;
  internalKey: string;
  /** Milliseconds that a response waits for the language; 500 by default. */
  withinMs?: number | undefined;
  /** Monotonic clock in milliseconds. */
  elapsedMs?: () => number;
}

/** Language of an account; `null` before a choice, and when auth does not respond in time. */
type LanguageReader = (userId: number) => Promise<Language | null>;

/** Language of the account of a bearer; `null` without a valid one as well. */
export type AccountLanguage = (authorization: string | undefined) => Promise<Language | null>;

const defaultWithinMs = 500;
/** After a failure, responses do not wait for auth for this long. */
const restMs = 2_000;
/** An account at its limits, with hundreds of errors a second, costs auth one read in this time. */
const keptMs = 1_000;
const keptAccounts = 1_000;

/** Reads languages of accounts from auth; a change takes effect within a second. */
function createLanguageReader(options: LanguageReaderOptions): LanguageReader {
  const { authUrl: baseUrl, internalKey, withinMs = defaultWithinMs } = options;
  const { elapsedMs = () => performance.now() } = options;
  const auth = callService({ baseUrl, internalKey, timeoutMs: withinMs });
  const kept = new Map<number, { until: number; language: Promise<Language | null> }>();
  let restsUntil = -Infinity;

  const read: LanguageReader = async (userId) => {
    try {
      return (await auth.call(authInternalRoutes.readLanguage, { params: { id: userId } })).language;
    } catch {
      restsUntil = elapsedMs() + restMs;
      return null;
    }
  };

  return async (userId) => {
    if (elapsedMs() < restsUntil) return null;
    const earlier = kept.get(userId);
    if (earlier && elapsedMs() < earlier.until) return earlier.language;
    if (kept.size >= keptAccounts) kept.clear();
    const language = read(userId);
    kept.set(userId, { until: elapsedMs() + keptMs, language });
    return language;
  };
}

/** Reads languages of the accounts that bearers belong to, for errors of an edge. */
export function createAccountLanguage(
  options: LanguageReaderOptions & { identity: Pick<Identity, 'verify'> },
): AccountLanguage {
  const { identity, withinMs = defaultWithinMs } = options;
  const readLanguage = createLanguageReader(options);
  const read = async (token: string) => readLanguage((await identity.verify(token)).userId);

  return async (authorization) => {
    const token = bearerOf(authorization);
    if (!token) return null;
    const over = new AbortController();
    const late = pause(withinMs, null, { signal: over.signal }).catch(() => null);
    const language = read(token).catch(() => null);
    return Promise.race([language, late]).finally(() => over.abort());
  };
}
