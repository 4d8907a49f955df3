/** Detects that a loop no longer makes progress. */
export interface Heartbeat {
  beat(): void;
  /** Suspends the check until the next beat. */
  rest(): void;
  /** False when a beat is overdue. */
  isAlive(): boolean;
}

/** Creates a heartbeat with a maximum interval in milliseconds of a monotonic clock. */
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
