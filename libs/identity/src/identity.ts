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
import { createLocalJWKSet, errors, jwtVerify, type JWTVerifyGetKey } from 'jose';
import { principalOf, type Principal } from './principal.ts';
import { createRevocationList } from './revocation-list.ts';

/** Where keys and revocations come from: auth over HTTP, or auth's own stores inside auth. */
export interface IdentitySource {
  readJwks(): Promise<Jwks>;
  /** What was revoked after a cursor and matters at a time of day. */
  readRevocations(after: string | null, at: Date): Promise<Revocations>;
}

/** Where auth answers other processes. */
interface AuthAddress {
  authUrl: string;
  internalKey: string;
}

interface Means {
  log?: { warn(details: object, message: string): void };
  /** The time of day, by which tokens expire. */
  now?: () => Date;
  /** Milliseconds that only go forward, by which ages are measured. */
  elapsedMs?: () => number;
}

export type IdentityOptions = Means & (AuthAddress | { source: IdentitySource });

export interface Identity {
  start(): Promise<void>;
  stop(): Promise<void>;
  isReady(): boolean;
  /** The principal of a token; throws Unauthenticated, or Unavailable when auth has not been heard for 60 s. */
  verify(token: string): Promise<Principal>;
  /** Fetches revocations now; for the moment after one's own revocation. */
  refresh(): Promise<void>;
}

const pollMs = 2_000;
/** Until auth was heard for the first time: nothing can be answered before. */
const firstPollMs = 50;
/** Processes that start together wait for each other for a moment; what lasts is told this often. */
const quietMs = 1_500;
const graceMs = 60_000;
const askMs = 1_500;
/** A token with an unknown key id may ask for the keys again, but not more often than this. */
const keyCooldownMs = 5_000;
const keyMaxAgeMs = 10 * 60_000;
const clockToleranceSeconds = 5;
/** What is left out or forgotten at some time of day mattered to no token for so long before. */
const marginMs = access.revocationMarginMinutes * 60_000 - clockToleranceSeconds * 1000;
/** Tokens whose signature was checked against the present keys: checking costs more than all the rest. */
const rememberedTokens = 5_000;

function overHttp({ authUrl: baseUrl, internalKey }: AuthAddress): IdentitySource {
  const { ask } = callService({ baseUrl, internalKey, timeoutMs: askMs });
  const { readJwks, readRevocations } = authInternalRoutes;
  return {
    readJwks: () => ask(readJwks, {}),
    readRevocations: (after, at) =>
      ask(readRevocations, { query: { after: after ?? undefined, at: at.toISOString() } }),
  };
}

/**
 * Verifies access tokens without asking auth for each: the public keys and the short list of revocations of the
 * last 12 hours are kept in memory and refreshed every 2 s.
 */
export function createIdentity(options: IdentityOptions): Identity {
  const source = 'source' in options ? options.source : overHttp(options);
  const now = options.now ?? (() => new Date());
  const elapsedMs = options.elapsedMs ?? (() => performance.now());
  const revoked = createRevocationList();
  const checked = new Map<string, Principal>();
  let keys: JWTVerifyGetKey | null = null;
  let keysReadAt = -Infinity;
  /** Whether the last attempt to read them failed, or has not ended. */
  let keysAreOld = true;
  let readingKeys: Promise<void> | null = null;
  let heardAt = -Infinity;
  /** What is not in the list matters to no token from this time of day on. */
  let completeFrom = -Infinity;
  let cursor: string | null = null;
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;
  let stopped = false;
  let quietUntil = 0;

  async function readKeys() {
    keysReadAt = elapsedMs();
    keysAreOld = true;
    keys = createLocalJWKSet(await source.readJwks());
    keysAreOld = false;
    checked.clear();
  }
  const readKeysOnce = () => (readingKeys ??= readKeys().finally(() => (readingKeys = null)));

  const wasSetBack = (at: Date) => at.getTime() < completeFrom;

  async function readRevocations() {
    const at = now();
    if (wasSetBack(at)) cursor = null;
    const list = await source.readRevocations(cursor, at);
    heardAt = elapsedMs();
    const from = at.getTime() - marginMs;
    completeFrom = cursor === null ? from : Math.max(completeFrom, from);
    cursor = list.cursor;
    revoked.add(list.items);
    revoked.forgetBefore(at);
  }

  async function poll() {
    await readRevocations();
    if (!keys || elapsedMs() - keysReadAt > keyMaxAgeMs) await readKeysOnce();
  }

  const pollOnce = () => (running ??= poll().finally(() => (running = null)));

  const pollOrWarn = () =>
    pollOnce().catch((error: unknown) => {
      if (elapsedMs() < quietUntil) return;
      quietUntil = elapsedMs() + quietMs;
      options.log?.warn({ err: error }, keys ? 'auth cannot be reached' : 'waiting for auth');
    });

  function schedule() {
    if (stopped) return;
    const poll = async () => {
      await pollOrWarn();
      schedule();
    };
    timer = setTimeout(() => void poll(), keys ? pollMs : firstPollMs);
    timer.unref();
  }

  const getKey: JWTVerifyGetKey = async (header, token) => {
    if (!keys) throw new Unavailable();
    try {
      return await keys(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      await lookForNewKeys();
      return keys(header, token);
    }
  };

  /** Throws Unavailable while auth does not tell: the token may be good. */
  async function lookForNewKeys() {
    if (elapsedMs() - keysReadAt > keyCooldownMs) void readKeysOnce().catch(() => undefined);
    await readingKeys?.catch(() => undefined);
    if (keysAreOld) throw new Unavailable();
  }

  /** What had been left out under a clock that was ahead may matter again. */
  async function readAfterSetBack() {
    await running?.catch(() => undefined);
    if (wasSetBack(now())) await pollOnce();
  }

  async function claimsOf(token: string) {
    const { payload } = await jwtVerify(token, getKey, {
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
    if (elapsedMs() - heardAt > graceMs) throw new Unavailable();
    if (wasSetBack(now()))
      await readAfterSetBack().catch((error: unknown) => {
        throw new Unavailable(error);
      });
    const principal = checked.get(token) ?? (await check(token));
    const expired = principal.expiresAt.getTime() + clockToleranceSeconds * 1000 <= now().getTime();
    if (expired || revoked.refuses(principal)) throw new Unauthenticated();
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
    isReady: () => keys !== null && elapsedMs() - heardAt < graceMs,
    verify,
    refresh: () => pollOnce(),
  };
}
