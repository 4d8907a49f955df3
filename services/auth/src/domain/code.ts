import { codes } from '@kumbuka/contracts';

/** What a code may do; one for verification never resets a password. */
export type CodePurpose = 'verification' | 'reset';

/** A code as it is kept: only its keyed hash, bound to id, address and purpose. */
export interface Code {
  /** The otp_id. */
  id: string;
  purpose: CodePurpose;
  /** Keyed hash of the folded address. */
  addressKey: string;
  mac: string;
  /** Null for an address without an account: such a code opens nothing. */
  accountId: number | null;
  tries: number;
  createdAt: Date;
  expiresAt: Date;
}

const codePattern = /^[0-9]{6}$/;
const hourSeconds = 3600;
const secondMs = 1000;

/** The six ASCII digits of what was typed, surrounding blanks aside; null for anything else. */
export function digitsOf(typed: string): string | null {
  const trimmed = typed.trim();
  return codePattern.test(trimmed) ? trimmed : null;
}

/** Six digits of a number below a million. */
export const formatCode = (number: number): string => String(number).padStart(codes.digits, '0');
export const codeNumbers = 10 ** codes.digits;

export const codeExpiry = (now: Date): Date => new Date(now.getTime() + codes.lifeMinutes * 60 * secondMs);

export type CodeState = 'open' | 'locked' | 'closed';

/** Whether a code may still be tried; what does not exist is closed. */
export function codeState(code: Code | null, now: Date): CodeState {
  if (!code || code.expiresAt <= now) return 'closed';
  return code.tries < codes.tries ? 'open' : 'locked';
}

/** A code that was asked for. */
export interface Turn {
  purpose: CodePurpose;
  at: Date;
}

export interface TurnRules {
  /** Seconds between two codes of one purpose. */
  resendSeconds: number;
  /** Codes an hour for one address, whatever their purpose. */
  perHour: number;
}

const secondsSince = (at: Date, now: Date) => Math.max(0, (now.getTime() - at.getTime()) / secondMs);

/** Turns that still count. */
export const recentTurns = (turns: readonly Turn[], now: Date): Turn[] =>
  turns.filter(({ at }) => secondsSince(at, now) < hourSeconds);

/** Whole seconds until the next code of this purpose may be made; 0 means now. */
export function waitForTurn(
  turns: readonly Turn[],
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
