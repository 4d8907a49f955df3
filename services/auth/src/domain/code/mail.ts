import type { ServiceLetter } from '@kumbuka/contracts';
import type { CodePurpose } from './code.ts';

/** What the owner of an account is told after it was changed. */
export type NoticePurpose = 'email-changed' | 'password-changed';

/** What other services have to say. */
export type ServicePurpose = ServiceLetter['template'];
type OfService<Letter> = Letter extends { template: infer Purpose; data: infer Data }
  ? { purpose: Purpose; content: Data }
  : never;

/** What a mail is for and says; sealed while it waits. No name: a stranger may have chosen it. */
export type Letter =
  | { purpose: CodePurpose; content: { code: string } }
  | { purpose: NoticePurpose; content: Record<string, never> }
  | OfService<ServiceLetter>;

/** A mail that waits to be sent; one with a code is worth nothing after the code has expired. */
export type WaitingMail = Letter & {
  id: string;
  /** Keyed hash of the folded e-mail. */
  emailMac: string;
  to: string;
  attempts: number;
  expiresAt: Date;
};

const noticeDays = 3;
const dayMs = 24 * 3600 * 1000;

/** When a notice is old news. */
export const noticeExpiry = (now: Date): Date => new Date(now.getTime() + noticeDays * dayMs);

const firstWaitMs = 1_000;
const longestWaitMs = 60_000;

/** When a mail that could not be sent is tried again: after 1, 2, 4 ... 60 s; null once it would come too late. */
export function nextAttempt({ attempts, expiresAt }: WaitingMail, now: Date): Date | null {
  const wait = Math.min(firstWaitMs * 2 ** Math.max(0, attempts - 1), longestWaitMs);
  const at = new Date(now.getTime() + wait);
  return at < expiresAt ? at : null;
}
