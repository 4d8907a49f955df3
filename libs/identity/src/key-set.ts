import { Unavailable, type Jwks } from '@kumbuka/contracts';
import { createLocalJWKSet, errors, type JWTVerifyGetKey } from 'jose';

/** Minimum interval between reloads for unknown key ids. */
const cooldownMs = 5_000;
const maxAgeMs = 10 * 60_000;

interface KeySetOptions {
  readJwks(): Promise<Jwks>;
  /** Monotonic clock in milliseconds. */
  elapsedMs(): number;
  /** Called after each load, because keys may have changed. */
  onRead(): void;
}

interface KeySet {
  hasKeys(): boolean;
  /** Loads the keys when there are none or they are old. */
  refresh(): Promise<void>;
  /**
   * Returns the key of a token. Throws `Unavailable` while auth does not respond, because the token may be
   * valid.
   */
  getKey: JWTVerifyGetKey;
}

/** Cached public keys of auth. */
export function createKeySet({ readJwks, elapsedMs, onRead }: KeySetOptions): KeySet {
  let keys: JWTVerifyGetKey | null = null;
  let readAt = -Infinity;
  /** Whether the last load failed or has not ended. */
  let areStale = true;
  let reading: Promise<void> | null = null;

  async function read() {
    readAt = elapsedMs();
    areStale = true;
    keys = createLocalJWKSet(await readJwks());
    areStale = false;
    onRead();
  }
  const readOnce = () => (reading ??= read().finally(() => (reading = null)));

  async function lookForNewKeys() {
    if (elapsedMs() - readAt > cooldownMs) void readOnce().catch(() => undefined);
    await reading?.catch(() => undefined);
    if (areStale) throw new Unavailable();
  }

  return {
    hasKeys: () => keys !== null,
    async refresh() {
      if (!keys || elapsedMs() - readAt > maxAgeMs) await readOnce();
    },
    async getKey(header, token) {
      if (!keys) throw new Unavailable();
      try {
        return await keys(header, token);
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
        await lookForNewKeys();
        return keys(header, token);
      }
    },
  };
}
