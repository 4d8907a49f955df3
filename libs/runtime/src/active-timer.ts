/** Time limit of a wait for another process. */
export interface ActiveTimer {
  /** Gives the wait its full time again. */
  restart(): void;
  stop(): void;
}

const tickMs = 50;
/** A longer interval between two ticks means that this process did not run. */
const countedMs = 2 * tickMs;

interface Waiting {
  leftMs: number;
  expire(): void;
}

const waiting = new Set<Waiting>();
let ticker: NodeJS.Timeout | null = null;
let tickedAt = 0;

/** Expired waits end after the next read of the sockets, because their responses may already have arrived. */
function endExpired() {
  const expired = [...waiting].filter(({ leftMs }) => leftMs <= 0);
  if (expired.length === 0) return;
  setImmediate(() => {
    for (const each of expired) if (each.leftMs <= 0 && waiting.delete(each)) each.expire();
    stopTicking();
  });
}

function tick() {
  const now = performance.now();
  const ranMs = Math.min(now - tickedAt, countedMs);
  tickedAt = now;
  for (const each of waiting) each.leftMs -= ranMs;
  endExpired();
}

function startTicking() {
  if (ticker) return;
  tickedAt = performance.now();
  ticker = setInterval(tick, tickMs).unref();
}

function stopTicking() {
  if (waiting.size > 0 || !ticker) return;
  clearInterval(ticker);
  ticker = null;
}

/**
 * Calls `act` after some milliseconds in which this process ran. Unlike `setTimeout`, a process that was suspended does
 * not count its own pause as silence of the other side. The timer does not keep the process alive.
 */
export function startActiveTimer(ms: number, act: () => void): ActiveTimer {
  const entry: Waiting = { leftMs: ms, expire: act };
  const restart = () => {
    entry.leftMs = ms;
    waiting.add(entry);
    startTicking();
  };
  restart();
  return {
    restart,
    stop() {
      waiting.delete(entry);
      stopTicking();
    },
  };
}

/** Signal that aborts after some milliseconds in which this process ran. `end` releases its timer. */
export function activeTimeout(ms: number): { signal: AbortSignal; end(): void } {
  const controller = new AbortController();
  const timer = startActiveTimer(ms, () => controller.abort(new DOMException('Timed out.', 'TimeoutError')));
  return { signal: controller.signal, end: timer.stop };
}
