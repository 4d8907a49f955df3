import type { CodePurpose } from './code.ts';

/** A code that was asked for. */
export interface CodeTurn {
  purpose: CodePurpose;
  at: Date;
}

/** Which codes an e-mail asked for within the last hour, whether it has an account or not. */
export interface CodeTurns {
  /** Keyed hash of the folded e-mail. */
  emailMac: string;
  turns: readonly CodeTurn[];
  /** When codes were locked by wrong tries within the last day. */
  locks: readonly Date[];
  /** Raised by one with every change; 0 before the first. */
  version: number;
}

export interface TurnRules {
  /** Seconds between two codes of one purpose, and after a first locked code; doubled by each further one. */
  resendSeconds: number;
  /** Codes an hour for one e-mail, whatever their purpose. */
  perHour: number;
}

const secondMs = 1000;
const hourSeconds = 3600;
const daySeconds = 24 * hourSeconds;
/** What is further ahead was written by a clock that has been set back since, and does not count. */
const aheadSeconds = 60;

export const noTurns = (emailMac: string): CodeTurns => ({ emailMac, turns: [], locks: [], version: 0 });

const secondsFrom = (at: Date, now: Date) => (now.getTime() - at.getTime()) / secondMs;
const secondsSince = (at: Date, now: Date) => Math.max(0, secondsFrom(at, now));
const isWithin = (seconds: number, at: Date, now: Date) =>
  secondsFrom(at, now) < seconds && secondsFrom(at, now) >= -aheadSeconds;

/** Turns that still count. */
export const recentTurns = (turns: readonly CodeTurn[], now: Date): CodeTurn[] =>
  turns.filter(({ at }) => isWithin(hourSeconds, at, now));

const recentLocks = (locks: readonly Date[], now: Date) =>
  locks.filter((at) => isWithin(daySeconds, at, now));

/** Seconds that the last locked code still costs: they double with each, up to an hour. */
function waitAfterLocks(locks: readonly Date[], now: Date, { resendSeconds }: TurnRules): number {
  const recent = recentLocks(locks, now).toSorted((a, b) => a.getTime() - b.getTime());
  const last = recent.at(-1);
  if (!last) return 0;
  const wait = Math.min(resendSeconds * 2 ** (recent.length - 1), Math.max(resendSeconds, hourSeconds));
  return wait - secondsSince(last, now);
}

/** Whole seconds until the next code of this purpose may be made; 0 means now. */
export function waitForTurn(
  { turns, locks }: Pick<CodeTurns, 'turns' | 'locks'>,
  purpose: CodePurpose,
  now: Date,
  rules: TurnRules,
): number {
  const recent = recentTurns(turns, now).toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const last = recent.findLast((turn) => turn.purpose === purpose);
  const blocking = recent.at(-rules.perHour);
  const untilResend = last ? rules.resendSeconds - secondsSince(last.at, now) : 0;
  const untilHour = blocking ? hourSeconds - secondsSince(blocking.at, now) : 0;
  return Math.max(0, Math.ceil(Math.max(untilResend, untilHour, waitAfterLocks(locks, now, rules))));
}

const changed = (known: CodeTurns, fields: Partial<CodeTurns>): CodeTurns => ({
  ...known,
  ...fields,
  version: known.version + 1,
});

/** The turns with one more, without those that no longer count. */
export const takeTurn = (known: CodeTurns, purpose: CodePurpose, now: Date): CodeTurns =>
  changed(known, {
    turns: [...recentTurns(known.turns, now), { purpose, at: now }],
    locks: recentLocks(known.locks, now),
  });

/** The same after a code was locked. */
export const noteLock = (known: CodeTurns, now: Date): CodeTurns =>
  changed(known, { turns: recentTurns(known.turns, now), locks: [...recentLocks(known.locks, now), now] });
