import {
  access,
  authInternalRoutes,
  tokenClaims,
  Unauthenticated,
  Unavailable,
  type Jwks,
  type Revocations,
} from '@kumbuka/contracts';
import { callService } from '@kumbuka/http-kit';
import { jwtVerify } from 'jose';
import { createKeySet } from './key-set.ts';
import { createRevocationCache } from './revocation-cache.ts';
import { clockToleranceSeconds, principalOf, type Principal } from './principal.ts';

/** Source of keys and revocations: auth over HTTP, or auth's own stores. */
export interface IdentitySource {
  readJwks(): Promise<Jwks>;
  /** Revocations after a cursor that matter at the caller's time. */
  readRevocations(after: string | null, at: Date): Promise<Revocations>;
}

/** Address of auth. */
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
  /** Fetches revocations immediately, for use after one's own revocation. */
  refresh(): Promise<void>;
}

const defaultPollMs = 2_000;
/** Poll interval until the first response of auth; nothing can be verified before. */
const firstPollMs = 50;
/** Processes that start together wait briefly for each other; longer outages are logged at this interval. */
const quietMs = 1_500;
const callTimeoutMs = 1_500;
/** Cache of verified signatures, which are the most expensive part. */
const rememberedTokens = 5_000;

function overHttp({ authUrl: baseUrl, internalKey }: AuthAddress): IdentitySource {
  const { call } = callService({ baseUrl, internalKey, timeoutMs: callTimeoutMs });
  const { readJwks, readRevocations } = authInternalRoutes;
  return {
    readJwks: () => call(readJwks, {}),
    readRevocations: (after, at) =>
      call(readRevocations, { query: { after: after ?? undefined, at: at.toISOString() } }),
  };
}

/**
 * Verifies access tokens locally: public keys and the revocations of the last 12 hours are cached and
 * refreshed every 2 s.
 */
export function createIdentity(options: IdentityOptions): Identity {
  const source = 'source' in options ? options.source : overHttp(options);
  const now = options.now ?? (() => new Date());
  const { elapsedMs = () => performance.now(), pollMs = defaultPollMs } = options;
  const checked = new Map<string, Principal>();
  const keys = createKeySet({ readJwks: () => source.readJwks(), elapsedMs, onRead: () => checked.clear() });
  const revocations = createRevocationCache({
    read: (after, at) => source.readRevocations(after, at),
    now,
    elapsedMs,
  });
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;
  let stopped = false;
  let quietUntil = 0;

  async function poll() {
    await revocations.read();
    await keys.refresh();
  }

  const pollOnce = () => (running ??= poll().finally(() => (running = null)));

  const pollOrWarn = () =>
    pollOnce().catch((error: unknown) => {
      if (elapsedMs() < quietUntil) return;
      quietUntil = elapsedMs() + quietMs;
      options.log?.warn({ err: error }, keys.hasKeys() ? 'auth cannot be reached' : 'waiting for auth');
    });

  function schedule() {
    if (stopped) return;
    const poll = async () => {
      await pollOrWarn();
      schedule();
    };
    timer = setTimeout(() => void poll(), keys.hasKeys() ? pollMs : firstPollMs);
    timer.unref();
  }

  /** Revocations that were omitted under a fast clock may matter again. */
  async function readAfterSetBack() {
    await running?.catch(() => undefined);
    if (revocations.isClockBack()) await pollOnce();
  }

  async function claimsOf(token: string) {
    const { payload } = await jwtVerify(token, keys.getKey, {
      algorithms: ['EdDSA', 'Ed25519'],
      typ: 'at+jwt',
      issuer: access.issuer,
      audience: access.audience,
      clockTolerance: clockToleranceSeconds,
      currentDate: now(),
      requiredClaims: ['sub', 'sid', 'exp', 'iat', 'epoch', 'role'],
    });
    return tokenClaims.parse(payload);
  }

  async function check(token: string) {
    const claims = await claimsOf(token).catch((error: unknown) => {
      throw error instanceof Unavailable ? error : new Unauthenticated();
    });
    const principal = principalOf(claims);
    if (checked.size >= rememberedTokens) checked.delete(checked.keys().next().value ?? '');
    checked.set(token, principal);
    return principal;
  }

  async function verify(token: string): Promise<Principal> {
    if (!revocations.areFresh()) throw new Unavailable();
    if (revocations.isClockBack())
      await readAfterSetBack().catch((error: unknown) => {
        throw new Unavailable(error);
      });
    const principal = checked.get(token) ?? (await check(token));
    const expired = principal.expiresAt.getTime() + clockToleranceSeconds * 1000 <= now().getTime();
    if (expired || revocations.refuse(principal)) throw new Unauthenticated();
    return principal;
  }

  return {
    async start() {
      stopped = false;
      quietUntil = elapsedMs() + quietMs;
      await pollOrWarn();
      schedule();
    },
    async stop() {
      stopped = true;
      if (timer) clearTimeout(timer);
      await running?.catch(() => undefined);
    },
    isReady: () => keys.hasKeys() && revocations.areFresh(),
    verify,
    refresh: () => pollOnce(),
  };
}
