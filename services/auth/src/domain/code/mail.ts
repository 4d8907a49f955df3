import { serviceEmail, type Language, type ServiceEmail } from '@kumbuka/contracts';
import { codePurposes, type CodePurpose } from './code.ts';

const noticePurposes = ['email-changed', 'password-changed'] as const;
/** Notices to the owner of a changed account. */
export type NoticePurpose = (typeof noticePurposes)[number];

/** Purposes of the emails that other services send through auth. */
export type ServicePurpose = ServiceEmail['template'];
const servicePurposes = serviceEmail.options.map(({ shape }) => shape.template.value);

export const emailPurposes = [...codePurposes, ...noticePurposes, ...servicePurposes];
type OfService<Email> = Email extends { template: infer Purpose; data: infer Data }
  ? { purpose: Purpose; content: Data }
  : never;

/** Sign-up that an email with a verification code is about; absent in emails queued by older versions. */
export interface SignUpOfEmail {
  /** ISO 8601. */
  at: string;
  /** Page on which an owner who did not sign up deletes the unverified account. */
  endUrl: string;
}

/** Due cards that an email reminds of. */
export interface ReminderOfEmail {
  cards: number;
  minutes: number;
  studyUrl: string;
  /** Page that asks before it stops the reminders; a POST to it stops them at once (RFC 8058). */
  stopUrl: string;
}

/** Purpose and content of an email; the content is encrypted while queued. It has no username, because a stranger may have chosen it. */
export type EmailKind =
  | { purpose: Exclude<CodePurpose, 'verification'>; content: { code: string } }
  | { purpose: 'verification'; content: { code: string; signUp?: SignUpOfEmail } }
  | { purpose: NoticePurpose; content: Record<string, never> }
  | { purpose: 'study-reminder'; content: ReminderOfEmail }
  | OfService<Exclude<ServiceEmail, { template: 'study-reminder' }>>;

/** Queued email; one with a code is dropped when the code expires. */
export type QueuedEmail = EmailKind & {
  id: string;
  /** Keyed hash of the normalised address. */
  emailMac: string;
  /** `null` for a decoy of an address without an account: it is queued and removed like any email, but never sent. */
  to: string | null;
  language: Language;
  attempts: number;
  expiresAt: Date;
};

const isCodePurpose = (purpose: EmailKind['purpose']) => codePurposes.some((each) => each === purpose);

/** Place in the queue: a code lives for minutes, and thousands of reminders may be due at the same hour. */
export function rankOf({ purpose }: Pick<EmailKind, 'purpose'>): number {
  if (isCodePurpose(purpose)) return 0;
  return purpose === 'study-reminder' ? 2 : 1;
}

const longImportMs = 2 * 60_000;

/** Email about an import during which the learner has probably left; `null` after a short one. */
export function emailOfImport({
  outcome,
  cardsAdded,
  startedAt,
  finishedAt,
}: {
  outcome: 'done' | 'failed';
  cardsAdded: number;
  startedAt?: string | undefined;
  finishedAt: string;
}): ServiceEmail | null {
  if (startedAt === undefined || Date.parse(finishedAt) - Date.parse(startedAt) <= longImportMs) return null;
  return { template: 'import-finished', data: { outcome, cardsAdded } };
}

const hourMs = 3600 * 1000;
const noticeHours = 72;
/** The cards may be studied by then. */
const reminderHours = 2;

/** Returns the time after which a notice, or an email of another service, is no longer sent. */
export const noticeExpiry = (now: Date, purpose?: ServicePurpose): Date =>
  new Date(now.getTime() + (purpose === 'study-reminder' ? reminderHours : noticeHours) * hourMs);

const firstWaitMs = 1_000;
const longestWaitMs = 60_000;

/** Next attempt after a failure: 1, 2, 4 ... 60 s; `null` when it would be too late. */
export function nextAttempt({ attempts, expiresAt }: QueuedEmail, now: Date): Date | null {
  const wait = Math.min(firstWaitMs * 2 ** Math.max(0, attempts - 1), longestWaitMs);
  const at = new Date(now.getTime() + wait);
  return at < expiresAt ? at : null;
}
