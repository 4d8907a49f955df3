export interface Breaker {
  isOpen(): boolean;
  succeeded(): void;
  failed(): void;
}

const mostFailures = 5;
const restMs = 30_000;

/** Stops asking somebody who failed five times running, for half a minute; then one try decides. */
export function createBreaker(monotonic: () => number = () => performance.now()): Breaker {
  let failures = 0;
  let openUntil = 0;
  return {
    isOpen: () => monotonic() < openUntil,
    succeeded: () => void (failures = 0),
    failed() {
      failures += 1;
      if (failures >= mostFailures) openUntil = monotonic() + restMs;
    },
  };
}
