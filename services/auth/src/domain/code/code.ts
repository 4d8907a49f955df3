import { normaliseCode } from '@kumbuka/text';
import { codes } from '@kumbuka/contracts';

/** Purposes of codes; a verification code cannot reset a password. */
export const codePurposes = ['verification', 'reset', 'email-change'] as const;
export type CodePurpose = (typeof codePurposes)[number];

/** Identifies a code. */
export interface CodeName {
  /** The otp_id. */
  id: string;
  purpose: CodePurpose;
  /** Keyed hash of the normalised address. */
  emailMac: string;
}

/** Stored code: only a keyed hash, bound to its name. */
export interface Code extends CodeName {
  mac: string;
  /** `null` for an address without an account; such a code cannot be redeemed. */
  accountId: number | null;
  /** Keyed hash of the IP address that requested it; `null` unless it verifies a sign-up. */
  requestedFrom: string | null;
  tries: number;
  createdAt: Date;
  expiresAt: Date;
}

const codePattern = /^[0-9]{6}$/;
const minuteMs = 60_000;

/** Six ASCII digits of the typed text, trimmed; `null` for anything else. */
export function digitsOf(typed: string): string | null {
  const code = normaliseCode(typed);
  return codePattern.test(code) ? code : null;
}

/** Formats a number below a million as six digits. */
export const formatCode = (number: number): string => String(number).padStart(codes.digits, '0');
export const codeNumbers = 10 ** codes.digits;

export const codeExpiry = (now: Date): Date => new Date(now.getTime() + codes.lifeMinutes * minuteMs);

export type CodeState = 'open' | 'locked' | 'closed';

/** Whether a code can still be tried; a missing code is closed. */
export function codeState(code: Code | null, now: Date): CodeState {
  if (!code || code.expiresAt <= now) return 'closed';
  return code.tries < codes.attempts ? 'open' : 'locked';
}
