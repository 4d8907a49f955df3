import { emailKey } from '@kumbuka/text';
import type { Account } from '../domain/account/account.ts';
import { noticeExpiry, type NoticePurpose, type WaitingMail } from '../domain/code/mail.ts';
import type { Ports } from './ports.ts';

/** Email that notifies the owner of a changed account. */
export const noticeOf = (
  { newId, secrets, now }: Ports,
  { email }: Pick<Account, 'email'>,
  purpose: NoticePurpose,
): WaitingMail => ({
  id: newId(),
  purpose,
  emailMac: secrets.emailMacOf(emailKey(email)),
  to: email,
  content: {},
  attempts: 0,
  expiresAt: noticeExpiry(now()),
});
