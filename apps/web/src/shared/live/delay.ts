const firstMs = 1_000;
const longestMs = 60_000;

/** Milliseconds until the next attempt: twice as long after each failure, and spread, because a restart ends all streams at once. */
export function delayOf(failures: number, random: () => number = Math.random): number {
  const full = Math.min(longestMs, firstMs * 2 ** Math.min(failures, 10));
  return Math.round(full * (0.5 + random() / 2));
}
