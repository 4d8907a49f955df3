export interface Breaker {
  /** False while the other side rests; when that is over one caller is let through, and what comes of it decides. */
  enter(): boolean;
  succeeded(): void;
  failed(): void;
  /** It failed too often, and has not succeeded since. */
  isOpen(): boolean;
}

export interface BreakerOptions {
  /** Failures running after which nobody asks. */
  mostFailures?: number;
  /** Milliseconds that the other side is left alone. */
  restMs: number;
  /** Milliseconds that only grow. */
  monotonic?: (() => number) | undefined;
}

/** Leaves somebody alone for a while who failed several times running, by no answer or by a bad one. */
export function createBreaker({
  mostFailures = 5,
  restMs,
  monotonic = () => performance.now(),
}: BreakerOptions): Breaker {
  let failures = 0;
  let restsUntil = 0;
  const isOpen = () => failures >= mostFailures;

  return {
    enter() {
      if (!isOpen()) return true;
      if (monotonic() < restsUntil) return false;
      // Others go on waiting while this one tries.
      restsUntil = monotonic() + restMs;
      return true;
    },
    succeeded: () => void (failures = 0),
    failed() {
      failures += 1;
      restsUntil = monotonic() + restMs;
    },
    isOpen,
  };
}
