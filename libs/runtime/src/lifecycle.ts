/** Component that can be started and stopped and reports readiness: a service, an app or a part of one. */
export interface Lifecycle {
  start(): Promise<void>;
  stop(): Promise<void>;
  isReady(): boolean;
  /** False when it hangs and only a restart helps; components without it count as alive. */
  isAlive?(): boolean;
}

/** Component that does all its work at the start. */
export const atStart = (start: () => Promise<void>): Lifecycle => ({
  start,
  stop: async () => undefined,
  isReady: () => true,
});

/** Component shared by several owners: starts with the first and stops with the last. */
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
 * Starts components in order and stops them in reverse. A failed start stops those already started. When
 * stopped during the start, it starts no further component and start() resolves.
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
