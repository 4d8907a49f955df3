import type { Ports } from './ports.ts';

/** Hands over the letters that are due; one that auth does not take waits for another try. */
export const sendLetters =
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
