import type { ServiceEmail } from '@kumbuka/contracts';
import type { Account } from '../domain/account/account.ts';
import { languageOf } from '../domain/account/preferences.ts';
import { noticeExpiry, type EmailKind, type QueuedEmail } from '../domain/code/mail.ts';
import type { Ports } from './ports.ts';

export interface MailRequest {
  userId: number;
  /** Idempotency key. */
  key: string;
  letter: ServiceEmail;
}

type MailPorts = Pick<Ports, 'rules' | 'secrets' | 'transact' | 'wakeMailWorker' | 'ids' | 'now'>;

/** Sends an email for another service; only auth knows addresses. */
export const sendMail =
  (ports: MailPorts) =>
  async ({ userId, key, letter: email }: MailRequest): Promise<'queued' | 'known' | 'gone'> => {
    const at = ports.now();
    const status = await ports.transact(async ({ accounts, mails }) => {
      const account = await accounts.lock(userId);
      if (!account) return 'gone';
      return (await mails.enqueueOnce(key, mailTo(ports, account, email, at), at)) ? 'queued' : 'known';
    });
    ports.wakeMailWorker();
    return status;
  };

const mailTo = (
  { ids, secrets, rules }: Pick<Ports, 'ids' | 'secrets' | 'rules'>,
  account: Account,
  email: ServiceEmail,
  at: Date,
): QueuedEmail => ({
  ...contentOf(email, rules.webOrigin),
  id: ids.newId(),
  emailMac: secrets.emailMacOf(account.emailKey),
  to: account.email,
  language: languageOf(account),
  attempts: 0,
  expiresAt: noticeExpiry(at, email.template),
});

function contentOf(email: ServiceEmail, webOrigin: string): EmailKind {
  switch (email.template) {
    case 'study-reminder': {
      const { stopToken, ...due } = email.data;
      const stopUrl = `${webOrigin}/reminders/stop?token=${stopToken}`;
      return { purpose: email.template, content: { ...due, studyUrl: `${webOrigin}/study/due`, stopUrl } };
    }
    case 'receipt':
      return { purpose: email.template, content: email.data };
    case 'erasure-receipt':
      return { purpose: email.template, content: email.data };
    case 'refund':
      return { purpose: email.template, content: email.data };
    case 'import-finished':
      return { purpose: email.template, content: email.data };
    case 'renewal-reminder':
      return { purpose: email.template, content: email.data };
  }
}
