import type { Ports } from './ports.ts';

/** Hands due emails to auth until `isOver()`; a failed one is retried later. */
export const sendEmails =
  ({ emails, handToAuth, now }: Pick<Ports, 'emails' | 'handToAuth' | 'now'>) =>
  async (isOver: () => boolean): Promise<number> => {
    let sent = 0;
    for (; !isOver(); sent++) {
      const email = await emails.claim(now());
      if (!email) return sent;
      if (!email.isMine) continue;
      await handToAuth(email);
      await emails.remove(email.key);
    }
    return sent;
  };
