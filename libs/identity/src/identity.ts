import {
  authInternalRoutes,
  Unauthenticated,
  Unavailable,
  type Jwks,
  type Revocations,
} from '@kumbuka/contracts';
import { callService } from '@kumbuka/http-kit';
import { createKeySet } from './key-set.ts';
import { createPolling } from './polling.ts';
import { clockToleranceSeconds, type Principal } from './principal.ts';
import { createRevocationCache } from './revocation-cache.ts';
import { createTokenVerifier } from './token-verifier.ts';

/** Reads keys and revocations: from auth over HTTP, or in auth from its stores. */
export interface IdentitySource {
  readJwks(): Promise<Jwks>;
  /** Revocations after a cursor that matter at the caller's time. */
  readRevocations(after: string | null, at: Date): Promise<Revocations>;
}

interface AuthAddress {
  authUrl: string;
  internalKey: string;
}

interface IdentityTools {
  log?: { warn(details: object, message: string): void };
  /** Wall clock, for token expiry. */
  now?: () => Date;
  /** Monotonic clock in milliseconds, for ages. */
  elapsedMs?: () => number;
  /** Milliseconds between two reads of revocations; 2,000 by default. */
  pollMs?: number | undefined;
}

export type IdentityOptions = IdentityTools & (AuthAddress | { source: IdentitySource });

export interface Identity {
  start(): Promise<void>;
  stop(): Promise<void>;
  isReady(): boolean;
  /**
   * Principal of a token. Throws `Unauthenticated`, or `Unavailable` when auth has not responded for 60 s.
   */
  verify(token: string): Promise<Principal>;
  /** The same for a token that may have expired, for its renewal: the caller must check its session in the store. */
  verifyExpired(token: string): Promise<Principal>;
  /**
   * Whether a principal's access still holds, for a response that lasts: false once the token has expired or was revoked, or
   * when auth has not responded for 60 s.
   */
  isCurrent(principal: Principal): boolean;
  /** Fetches revocations immediately; for a process that has just revoked access. */
  refresh(): Promise<void>;
}

const defaultPollMs = 2_000;
/** Poll interval until the first response of auth, because no token can be verified before. */
const firstPollMs = 50;
/** Failures are logged at this interval; the first one late, because auth may start at the same time. */
const quietMs = 1_500;
const callTimeoutMs = 4_500;

function overHttp({ authUrl: baseUrl, internalKey }: AuthAddress): IdentitySource {
  const { call } = callService({ baseUrl, internalKey, timeoutMs: callTimeoutMs });
  const { readJwks, readRevocations } = authInternalRoutes;
  return {
    readJwks: () => call(readJwks, {}),
    readRevocations: (after, at) =>
      call(readRevocations, { query: { after: after ?? undefined, at: at.toISOString() } }),
  };
}

/** Logs that auth is unavailable, at most once per `quietMs`. */
function createOutageLog({ log, elapsedMs }: { log: IdentityTools['log']; elapsedMs: () => number }) {
  let quietUntil = 0;
  const quieten = () => void (quietUntil = elapsedMs() + quietMs);
  return {
    quieten,
    warn(error: unknown, message: string) {
      if (elapsedMs() < quietUntil) return;
      quieten();
      log?.warn({ err: error }, message);
    },
  };
}

/**
 * Verifies access tokens locally: public keys and the revocations of the last 12 hours are cached and
 * refreshed every 2 s.
 */
export function createIdentity(options: IdentityOptions): Identity {
  const source = 'source' in options ? options.source : overHttp(options);
  const { log, now = () => new Date() } = options;
  const { elapsedMs = () => performance.now(), pollMs = defaultPollMs } = options;
  const outage = createOutageLog({ log, elapsedMs });
  const keys = createKeySet({ readJwks: () => source.readJwks(), elapsedMs, onRead: () => tokens.clear() });
  const tokens = createTokenVerifier({ getKey: keys.getKey, now });
  const revocations = createRevocationCache({
    read: (after, at) => source.readRevocations(after, at),
    now,
    elapsedMs,
  });
  const polling = createPolling({
    async poll() {
      await revocations.read();
      await keys.refresh();
    },
    intervalMs: () => (keys.hasKeys() ? pollMs : firstPollMs),
    onFailure: (error) => outage.warn(error, keys.hasKeys() ? 'auth cannot be reached' : 'waiting for auth'),
  });

  /** Reads revocations again that were omitted while the clock was ahead. */
  async function readAfterSetBack() {
    await polling.settled();
    if (revocations.isClockBack()) await polling.pollOnce();
  }

  async function assertCurrent() {
    if (!revocations.areFresh()) throw new Unavailable();
    if (revocations.isClockBack())
      await readAfterSetBack().catch((error: unknown) => {
        throw new Unavailable(error);
      });
  }

  const holds = (principal: Principal) =>
    principal.expiresAt.getTime() + clockToleranceSeconds * 1000 > now().getTime() &&
    !revocations.isRevoked(principal);

  async function verify(token: string): Promise<Principal> {
    await assertCurrent();
    const principal = await tokens.verify(token);
    if (!holds(principal)) throw new Unauthenticated();
    return principal;
  }

  async function verifyExpired(token: string): Promise<Principal> {
    await assertCurrent();
    const principal = await tokens.verifyExpired(token);
    if (revocations.isRevoked(principal)) throw new Unauthenticated();
    return principal;
  }

  return {
    start() {
      outage.quieten();
      return polling.start();
    },
    stop: polling.stop,
    isReady: () => keys.hasKeys() && revocations.areFresh(),
    verify,
    verifyExpired,
    isCurrent: (principal) => revocations.areFresh() && holds(principal),
    refresh: polling.pollOnce,
  };
}
