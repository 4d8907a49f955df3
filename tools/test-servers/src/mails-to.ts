import type { EmbeddedMail, Message } from '@kumbuka/embedded/mail';
import { eventually } from './eventually.ts';

/** Returns the emails to an address, latest first. Waits for at least `least` of them. */
export const mailsTo = (
  { pagePort }: Pick<EmbeddedMail, 'pagePort'>,
  email: string,
  least = 1,
): Promise<Message[]> =>
  eventually(async () => {
    const query = new URLSearchParams({ to: email });
    const response = await fetch(`http://127.0.0.1:${pagePort}/api/messages?${query}`);
    const { items } = (await response.json()) as { items: Message[] };
    if (items.length < least) throw new Error(`${items.length} of ${least} mails came.`);
    return items;
  });
