import type { Language } from '@kumbuka/contracts';
import type { PushSubscription } from '../../domain/access/session.ts';
import type { QueuedEmail } from '../../domain/code/mail.ts';

export interface MailStore {
  /** Queues an email, to be sent at a time or at once, and replaces an unsent one of its address and purpose. */
  enqueue(mail: QueuedEmail, dueAt?: Date): Promise<void>;
  /** Queues an email once per key; false when the key was used before. */
  enqueueOnce(key: string, mail: QueuedEmail, at: Date): Promise<boolean>;
  /** Notes an idempotency key; false when it was used before. */
  useKey(key: string, at: Date): Promise<boolean>;
  /** Claims the next due email for a minute, one with a code before all others. */
  claim(now: Date): Promise<QueuedEmail | null>;
  remove(mail: QueuedEmail): Promise<void>;
  /** Removes everything queued for these addresses except receipts of erasures, which outlive their account. */
  removeAll(emailMacs: readonly string[]): Promise<void>;
  postpone(mail: QueuedEmail, until: Date): Promise<void>;
}

/** What a notification announces. */
export interface DueStudy {
  cards: number;
  minutes: number;
}

/** Sends notifications to browsers. */
export interface PushSender {
  /** `null` where notifications are not set up. */
  publicKey: string | null;
  /** `gone`: the browser will never receive one again. */
  send(push: PushSubscription, due: DueStudy, language: Language): Promise<'sent' | 'gone' | 'failed'>;
}
