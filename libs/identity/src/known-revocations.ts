import { access, type Revocations } from '@kumbuka/contracts';
import { clockToleranceSeconds, type Principal } from './principal.ts';
import { createRevocationList } from './revocation-list.ts';

const graceMs = 60_000;
/** What is left out or forgotten at some time of day mattered to no token for so long before. */
const marginMs = access.revocationMarginMinutes * 60_000 - clockToleranceSeconds * 1000;

interface RevocationsOptions {
  /** What was revoked after a cursor and matters at a time of day. */
  read(after: string | null, at: Date): Promise<Revocations>;
  /** The time of day. */
  now(): Date;
  /** Milliseconds that only go forward. */
  elapsedMs(): number;
}

interface KnownRevocations {
  /** Reads what came since the last time, or everything when the clock was set back. */
  read(): Promise<void>;
  /** False when auth has not been heard for 60 s: a token may have been revoked since. */
  areFresh(): boolean;
  /** Whether what had been left out under a clock that was ahead may matter again. */
  isClockBack(): boolean;
  refuse(principal: Principal): boolean;
}

/** The short list of what was revoked in the last 12 hours, as far as auth has told it. */
export function createKnownRevocations({ read, now, elapsedMs }: RevocationsOptions): KnownRevocations {
  const list = createRevocationList();
  let heardAt = -Infinity;
  /** What is not in the list matters to no token from this time of day on. */
  let completeFrom = -Infinity;
  let cursor: string | null = null;

  const isBack = (at: Date) => at.getTime() < completeFrom;

  return {
    async read() {
      const at = now();
      if (isBack(at)) cursor = null;
      const told = await read(cursor, at);
      heardAt = elapsedMs();
      const from = at.getTime() - marginMs;
      completeFrom = cursor === null ? from : Math.max(completeFrom, from);
      cursor = told.cursor;
      list.add(told.items);
      list.forgetBefore(at);
    },
    areFresh: () => elapsedMs() - heardAt <= graceMs,
    isClockBack: () => isBack(now()),
    refuse: list.refuses,
  };
}
