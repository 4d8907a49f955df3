import type { CodePurpose } from './code.ts';

/** What a mail says; sealed while it waits. No name: a stranger may have chosen it. */
export interface MailContent {
  code: string;
}

/** A mail that waits to be sent; it is worth nothing after its code has expired. */
export interface WaitingMail {
  id: string;
  purpose: CodePurpose;
  /** Keyed hash of the folded e-mail. */
  emailMac: string;
  to: string;
  content: MailContent;
  attempts: number;
  expiresAt: Date;
}

const firstWaitMs = 1_000;
const longestWaitMs = 60_000;

/** When a mail that could not be sent is tried again: after 1, 2, 4 ... 60 s; null once it would come too late. */
export function nextAttempt({ attempts, expiresAt }: WaitingMail, now: Date): Date | null {
  const wait = Math.min(firstWaitMs * 2 ** Math.max(0, attempts - 1), longestWaitMs);
  const at = new Date(now.getTime() + wait);
  return at < expiresAt ? at : null;
}
