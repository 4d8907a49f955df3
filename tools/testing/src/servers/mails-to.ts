import type { EmbeddedMail, Message } from '@kumbuka/embedded/mail';
import { eventually } from './eventually.ts';

/** Returns the emails to an address, latest first. Waits for at least `min` of them. */
export const mailsTo = (
  { pagePort }: Pick<EmbeddedMail, 'pagePort'>,
  email: string,
  min = 1,
): Promise<Message[]> =>
  eventually(async () => {
    const query = new URLSearchParams({ to: email });
    const response = await fetch(`http://127.0.0.1:${pagePort}/api/messages?${query}`);
    const { items } = (await response.json()) as { items: Message[] };
    if (items.length < min) throw new Error(`${items.length} of ${min} mails came.`);
    return items;
  });
