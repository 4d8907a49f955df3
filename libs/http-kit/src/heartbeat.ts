/** Shows whether something that should never rest still goes on. */
export interface Heartbeat {
  beat(): void;
  /** From now on nobody waits for a beat, until the next one. */
  rest(): void;
  /** False when a beat is overdue. */
  isAlive(): boolean;
}

/** A heartbeat that has to beat within so many milliseconds, by a clock that only grows. */
export function createHeartbeat(
  withinMs: number,
  monotonic: () => number = () => performance.now(),
): Heartbeat {
  let last: number | null = null;
  return {
    beat: () => void (last = monotonic()),
    rest: () => void (last = null),
    isAlive: () => last === null || monotonic() - last < withinMs,
  };
}
