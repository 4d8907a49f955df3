import { codes } from '@kumbuka/contracts';

/** What a code may do; one for verification never resets a password. */
export const codePurposes = ['verification', 'reset', 'email-change'] as const;
export type CodePurpose = (typeof codePurposes)[number];

/** What names a code to those who try it. */
export interface CodeName {
  /** The otp_id. */
  id: string;
  purpose: CodePurpose;
  /** Keyed hash of the folded e-mail. */
  emailMac: string;
}

/** A code as it is kept: only its keyed hash, bound to its name. */
export interface Code extends CodeName {
  mac: string;
  /** Null for an e-mail without an account: such a code opens nothing. */
  accountId: number | null;
  tries: number;
  createdAt: Date;
  expiresAt: Date;
}

const codePattern = /^[0-9]{6}$/;
const minuteMs = 60_000;

/** The six ASCII digits of what was typed, surrounding blanks aside; null for anything else. */
export function digitsOf(typed: string): string | null {
  const trimmed = typed.trim();
  return codePattern.test(trimmed) ? trimmed : null;
}

/** Six digits of a number below a million. */
export const formatCode = (number: number): string => String(number).padStart(codes.digits, '0');
export const codeNumbers = 10 ** codes.digits;

export const codeExpiry = (now: Date): Date => new Date(now.getTime() + codes.lifeMinutes * minuteMs);

export type CodeState = 'open' | 'locked' | 'closed';

/** Whether a code may still be tried; what does not exist is closed. */
export function codeState(code: Code | null, now: Date): CodeState {
  if (!code || code.expiresAt <= now) return 'closed';
  return code.tries < codes.tries ? 'open' : 'locked';
}
