/** Milliseconds that count for a card without input. Learners who read for longer move the mouse or scroll. */
const maxIdleMs = 5 * 60_000;

/** State that decides whether time counts as study. */
export interface Attention {
  lastSignAt: number;
  isHidden: boolean;
}

export const attentionFrom = (at: number, isHidden: boolean): Attention => ({ lastSignAt: at, isHidden });

/**
 * Milliseconds since the last sign of the learner that are no time of study: all while the page was hidden, else what
 * is over five minutes, such as the sleep of a laptop. Negative when the clock was set back meanwhile.
 */
export function awayMs({ lastSignAt, isHidden }: Attention, at: number): number {
  const passed = at - lastSignAt;
  if (isHidden || passed < 0) return passed;
  return Math.max(0, passed - maxIdleMs);
}
