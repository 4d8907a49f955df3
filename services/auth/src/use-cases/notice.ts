import { emailKey } from '@kumbuka/text';
import type { Account } from '../domain/account/account.ts';
import { noticeExpiry, type NoticePurpose, type QueuedEmail } from '../domain/code/mail.ts';
import { languageOf } from './language-of.ts';
import type { Ports, UnitOfWork } from './ports.ts';

/** Queues an email that notifies the owner of a changed account. */
export async function notify(
  { ids, secrets, now }: Pick<Ports, 'ids' | 'secrets' | 'now'>,
  unit: Pick<UnitOfWork, 'mails' | 'preferences'>,
  { id, email }: Pick<Account, 'id' | 'email'>,
  purpose: NoticePurpose,
): Promise<void> {
  const mail: QueuedEmail = {
    id: ids.newId(),
    purpose,
    emailMac: secrets.emailMacOf(emailKey(email)),
    to: email,
    language: await languageOf(unit, { id }),
    content: {},
    attempts: 0,
    expiresAt: noticeExpiry(now()),
  };
  await unit.mails.enqueue(mail, true);
}
