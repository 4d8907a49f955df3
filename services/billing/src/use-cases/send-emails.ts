import type { Ports } from './ports.ts';

/** Hands due emails to auth; a failed one is retried later. */
export const sendEmails =
  ({ letters, handToAuth, now }: Ports) =>
  async (): Promise<number> => {
    for (let sent = 0; ; sent++) {
      const letter = await letters.claim(now());
      if (!letter) return sent;
      if (!letter.isMine) continue;
      await handToAuth(letter);
      await letters.remove(letter.key);
    }
  };
