export interface ConfirmedClockOptions {
  now(): Date;
  /** Monotonic clock in milliseconds. */
  monotonic(): number;
  /** Milliseconds of monotonic time over which the wall clock is observed. */
  confirmMs?: number | undefined;
}

const hourMs = 3_600_000;

/**
 * Wall clock for jobs that destroy data by date: the lowest reading of the last hour, so that a clock that jumps ahead
 * for a while expires nothing. Returns `null` until an hour was observed, and after a restart. Call it at every run.
 */
export function createConfirmedClock({ now, monotonic, confirmMs = hourMs }: ConfirmedClockOptions) {
  let readings: { at: number; time: number }[] = [];
  return (): Date | null => {
    const at = monotonic();
    readings.push({ at, time: now().getTime() });
    const first = readings.findLastIndex((reading) => at - reading.at >= confirmMs);
    if (first === -1) return null;
    readings = readings.slice(first);
    return new Date(Math.min(...readings.map(({ time }) => time)));
  };
}
