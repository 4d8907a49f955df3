export interface Breaker {
  /** Returns false while the breaker is open, except to one caller after each pause. */
  enter(): boolean;
  succeeded(): void;
  /** With a `source`, consecutive failures of the same source count once. */
  failed(source?: string): void;
  /** Whether too many consecutive failures opened the breaker. */
  isOpen(): boolean;
}

export interface BreakerOptions {
  /** Consecutive failures that open the breaker. */
  maxFailures?: number;
  /** Pause without calls after a failure, in milliseconds. */
  restMs: number;
  /** Monotonic clock in milliseconds. */
  monotonic?: (() => number) | undefined;
}

/** Circuit breaker: skips an upstream for a while after several consecutive failures. */
export function createBreaker({
  maxFailures = 5,
  restMs,
  monotonic = () => performance.now(),
}: BreakerOptions): Breaker {
  const failures = new Set<string | symbol>();
  let pausedUntil = 0;
  const isOpen = () => failures.size >= maxFailures;

  return {
    enter() {
      if (!isOpen()) return true;
      if (monotonic() < pausedUntil) return false;
      // Other callers are still rejected during this attempt.
      pausedUntil = monotonic() + restMs;
      return true;
    },
    succeeded: () => failures.clear(),
    failed(source) {
      if (!isOpen()) failures.add(source ?? Symbol());
      pausedUntil = monotonic() + restMs;
    },
    isOpen,
  };
}
