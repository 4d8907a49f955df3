import type { Ports } from './ports.ts';

/** Hands due emails to auth; a failed one is retried later. */
export const sendEmails =
  ({ emails, handToAuth, now }: Pick<Ports, 'emails' | 'handToAuth' | 'now'>) =>
  async (): Promise<number> => {
    for (let sent = 0; ; sent++) {
      const email = await emails.claim(now());
      if (!email) return sent;
      if (!email.isMine) continue;
      await handToAuth(email);
      await emails.remove(email.key);
    }
  };
