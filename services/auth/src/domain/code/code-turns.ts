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
  /** Raised by one with every change; 0 before the first. */
  version: number;
}

export interface TurnRules {
  /** Seconds between two codes of one purpose. */
  resendSeconds: number;
  /** Codes an hour for one e-mail, whatever their purpose. */
  perHour: number;
}

const hourSeconds = 3600;
const secondMs = 1000;

export const noTurns = (emailMac: string): CodeTurns => ({ emailMac, turns: [], version: 0 });

const secondsSince = (at: Date, now: Date) => Math.max(0, (now.getTime() - at.getTime()) / secondMs);

/** Turns that still count. */
export const recentTurns = (turns: readonly CodeTurn[], now: Date): CodeTurn[] =>
  turns.filter(({ at }) => secondsSince(at, now) < hourSeconds);

/** Whole seconds until the next code of this purpose may be made; 0 means now. */
export function waitForTurn(
  turns: readonly CodeTurn[],
  purpose: CodePurpose,
  now: Date,
  rules: TurnRules,
): number {
  const recent = recentTurns(turns, now).toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const last = recent.findLast((turn) => turn.purpose === purpose);
  const blocking = recent.at(-rules.perHour);
  const untilResend = last ? rules.resendSeconds - secondsSince(last.at, now) : 0;
  const untilHour = blocking ? hourSeconds - secondsSince(blocking.at, now) : 0;
  return Math.max(0, Math.ceil(untilResend), Math.ceil(untilHour));
}

/** The turns with one more, without those that no longer count. */
export const takeTurn = (known: CodeTurns, purpose: CodePurpose, now: Date): CodeTurns => ({
  ...known,
  turns: [...recentTurns(known.turns, now), { purpose, at: now }],
  version: known.version + 1,
});
