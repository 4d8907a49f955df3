/** What starts, stops and knows whether it can serve; services, apps and their parts look alike. */
export interface Lifecycle {
  start(): Promise<void>;
  stop(): Promise<void>;
  isReady(): boolean;
  /** False when it hangs and only a new start of the process helps; what has none is taken to live. */
  isAlive?(): boolean;
}

/** A part that several have: it starts with the first of them and stops with the last. */
export function shared<Part extends Lifecycle>(part: Part): Part {
  let users = 0;
  let starting: Promise<void> | null = null;
  return {
    ...part,
    start() {
      users += 1;
      return (starting ??= part.start());
    },
    async stop() {
      users -= 1;
      if (users > 0) return;
      starting = null;
      await part.stop();
    },
  };
}

/**
 * Starts parts in order and stops them in reverse; a failing start stops those already started. Told to stop while
 * it starts, it starts no further part, and start() resolves.
 */
export function inOrder(parts: readonly Lifecycle[]): Lifecycle & { isAlive(): boolean } {
  let started: Lifecycle[] = [];
  let isStopping = false;
  const stop = async () => {
    isStopping = true;
    const failures: unknown[] = [];
    for (const part of started.reverse()) await part.stop().catch((error: unknown) => failures.push(error));
    started = [];
    if (failures.length > 0) throw new AggregateError(failures, 'Some parts did not stop cleanly.');
  };
  const startNext = async (part: Lifecycle) => {
    started.push(part);
    try {
      await part.start();
    } catch (error) {
      if (isStopping) return;
      await stop().catch(() => undefined);
      throw error;
    }
  };
  return {
    async start() {
      isStopping = false;
      for (const part of parts) if (!isStopping) await startNext(part);
    },
    stop,
    isReady: () => started.length === parts.length && parts.every((part) => part.isReady()),
    isAlive: () => parts.every((part) => part.isAlive?.() ?? true),
  };
}
