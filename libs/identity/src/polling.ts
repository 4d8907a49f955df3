interface PollingOptions {
  poll(): Promise<void>;
  /** Milliseconds until the next poll. */
  intervalMs(): number;
  /** Called after a scheduled poll that failed. */
  onFailure(error: unknown): void;
}

interface Polling {
  /** Polls once and then in intervals. A failed poll does not reject. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Polls immediately, or waits for the poll in progress. Rejects when it fails. */
  pollOnce(): Promise<void>;
  /** Waits for the poll in progress, if any. */
  settled(): Promise<void>;
}

/** Repeats a poll until it is stopped; at most one runs at a time. */
export function createPolling({ poll, intervalMs, onFailure }: PollingOptions): Polling {
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;
  let stopped = false;

  const pollOnce = () => (running ??= poll().finally(() => (running = null)));
  const settled = async () => running?.catch(() => undefined);

  function schedule() {
    if (stopped) return;
    timer = setTimeout(() => void pollAndSchedule(), intervalMs());
    timer.unref();
  }
  async function pollAndSchedule() {
    await pollOnce().catch(onFailure);
    schedule();
  }

  return {
    start() {
      stopped = false;
      return pollAndSchedule();
    },
    async stop() {
      stopped = true;
      if (timer) clearTimeout(timer);
      await settled();
    },
    pollOnce,
    settled,
  };
}
