import type { ServiceEmail } from '@kumbuka/contracts';
import { noticeExpiry, type EmailKind, type QueuedEmail } from '../domain/code/mail.ts';
import { languageOf } from './language-of.ts';
import type { Ports } from './ports.ts';

export interface MailRequest {
  userId: number;
  /** Idempotency key. */
  key: string;
  letter: ServiceEmail;
}

type MailPorts = Pick<
  Ports,
  'accounts' | 'preferences' | 'secrets' | 'transact' | 'wakeMailWorker' | 'ids' | 'now'
>;

/** Sends an email for another service; only auth knows addresses. */
export const sendMail =
  (ports: MailPorts) =>
  async ({ userId, key, letter: email }: MailRequest): Promise<'queued' | 'known' | 'gone'> => {
    const account = await ports.accounts.find(userId);
    if (!account) return 'gone';
    const at = ports.now();
    const mail: QueuedEmail = {
      ...contentOf(email),
      id: ports.ids.newId(),
      emailMac: ports.secrets.emailMacOf(account.emailKey),
      to: account.email,
      language: await languageOf(ports, account),
      attempts: 0,
      expiresAt: noticeExpiry(at),
    };
    const isNew = await ports.transact(({ mails }) => mails.enqueueOnce(key, mail, at));
    ports.wakeMailWorker();
    return isNew ? 'queued' : 'known';
  };

function contentOf(email: ServiceEmail): EmailKind {
  switch (email.template) {
    case 'receipt':
      return { purpose: email.template, content: email.data };
    case 'erasure-receipt':
      return { purpose: email.template, content: email.data };
    case 'refund':
      return { purpose: email.template, content: email.data };
    case 'renewal-reminder':
      return { purpose: email.template, content: email.data };
  }
}
