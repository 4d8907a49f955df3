import { Unavailable, type Jwks } from '@kumbuka/contracts';
import { createLocalJWKSet, errors, type JWTVerifyGetKey } from 'jose';

/** A token with an unknown key id may ask for the keys again, but not more often than this. */
const cooldownMs = 5_000;
const maxAgeMs = 10 * 60_000;

interface KeySetOptions {
  readJwks(): Promise<Jwks>;
  /** Milliseconds that only go forward. */
  elapsedMs(): number;
  /** The keys may be other ones than before. */
  onRead(): void;
}

interface KeySet {
  isKnown(): boolean;
  /** Reads the keys where there are none, or they are old. */
  refresh(): Promise<void>;
  /** The key of a token; throws Unavailable while auth does not tell, for the token may be good. */
  getKey: JWTVerifyGetKey;
}

/** Auth's public keys, kept in memory. */
export function createKeySet({ readJwks, elapsedMs, onRead }: KeySetOptions): KeySet {
  let keys: JWTVerifyGetKey | null = null;
  let readAt = -Infinity;
  /** Whether the last attempt to read them failed, or has not ended. */
  let areOld = true;
  let reading: Promise<void> | null = null;

  async function read() {
    readAt = elapsedMs();
    areOld = true;
    keys = createLocalJWKSet(await readJwks());
    areOld = false;
    onRead();
  }
  const readOnce = () => (reading ??= read().finally(() => (reading = null)));

  async function lookForNewKeys() {
    if (elapsedMs() - readAt > cooldownMs) void readOnce().catch(() => undefined);
    await reading?.catch(() => undefined);
    if (areOld) throw new Unavailable();
  }

  return {
    isKnown: () => keys !== null,
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
