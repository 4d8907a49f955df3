import { access, type Revocations } from '@kumbuka/contracts';
import { clockToleranceSeconds, type Principal } from './principal.ts';
import { createRevocationList } from './revocation-list.ts';

/** Without a response of auth, cached revocations are valid for this long. */
const graceMs = 60_000;
/** auth omits only revocations that have affected no token for at least this long. */
const marginMs = access.revocationMarginMinutes * 60_000 - clockToleranceSeconds * 1000;

interface RevocationsOptions {
  /** Revocations after a cursor that matter at the caller's time. */
  read(after: string | null, at: Date): Promise<Revocations>;
  /** Wall clock. */
  now(): Date;
  /** Monotonic clock in milliseconds. */
  elapsedMs(): number;
}

interface RevocationCache {
  /** Reads new revocations, or all of them when the clock was set back. */
  read(): Promise<void>;
  /** False when auth has not responded for 60 s, because a token may have been revoked since. */
  areFresh(): boolean;
  /** Whether revocations that were omitted under a fast clock may matter again. */
  isClockBack(): boolean;
  isRevoked(principal: Principal): boolean;
}

/** Cached revocations of the last 12 hours. */
export function createRevocationCache({ read, now, elapsedMs }: RevocationsOptions): RevocationCache {
  const list = createRevocationList();
  let readAt = -Infinity;
  /** From this wall-clock time on, the omitted revocations affect no token. */
  let completeFrom = -Infinity;
  let cursor: string | null = null;

  const isBack = (at: Date) => at.getTime() < completeFrom;

  return {
    async read() {
      const at = now();
      if (isBack(at)) cursor = null;
      const page = await read(cursor, at);
      readAt = elapsedMs();
      const from = at.getTime() - marginMs;
      completeFrom = cursor === null ? from : Math.max(completeFrom, from);
      cursor = page.cursor;
      list.add(page.items);
      list.forgetBefore(at);
    },
    areFresh: () => elapsedMs() - readAt <= graceMs,
    isClockBack: () => isBack(now()),
    isRevoked: list.isRevoked,
  };
}
