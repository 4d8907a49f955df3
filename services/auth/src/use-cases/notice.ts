import type { Account } from '../domain/account/account.ts';
import { languageOf } from '../domain/account/preferences.ts';
import { noticeExpiry, type NoticePurpose, type QueuedEmail } from '../domain/code/mail.ts';
import type { Ports, UnitOfWork } from './ports.ts';

/** Queues an email that notifies the owner of a changed account. */
export async function notify(
  { ids, secrets, now }: Pick<Ports, 'ids' | 'secrets' | 'now'>,
  { mails }: Pick<UnitOfWork, 'mails'>,
  account: Pick<Account, 'email' | 'emailKey' | 'language'>,
  purpose: NoticePurpose,
): Promise<void> {
  const mail: QueuedEmail = {
    id: ids.newId(),
    purpose,
    emailMac: secrets.emailMacOf(account.emailKey),
    to: account.email,
    language: languageOf(account),
    content: {},
    attempts: 0,
    expiresAt: noticeExpiry(now()),
  };
  await mails.enqueue(mail);
}
