/** Component that can be started and stopped and reports readiness: a service, an app or a component of one. */
export interface Lifecycle {
  start(): Promise<void>;
  stop(): Promise<void>;
  isReady(): boolean;
  /** False when it hangs and only a restart helps. A component without this function counts as alive. */
  isAlive?(): boolean;
}

/** Component that only does something at the start. */
export const atStart = (start: () => Promise<void>): Lifecycle => ({
  start,
  stop: async () => undefined,
  isReady: () => true,
});

/** Shares a component between several owners: starts it with the first and stops it with the last. */
export function shared<Component extends Lifecycle>(component: Component): Component {
  let users = 0;
  let starting: Promise<void> | null = null;
  return {
    ...component,
    start() {
      users += 1;
      return (starting ??= component.start());
    },
    async stop() {
      users -= 1;
      if (users > 0) return;
      starting = null;
      await component.stop();
    },
  };
}

/**
 * Starts components in order and stops them in reverse. A failed start stops those already started. When
 * stopped during the start, it starts no further component and start() resolves.
 */
export function inOrder(components: readonly Lifecycle[]): Lifecycle & { isAlive(): boolean } {
  let started: Lifecycle[] = [];
  let isStopping = false;
  const stop = async () => {
    isStopping = true;
    const failures: unknown[] = [];
    for (const component of started.reverse())
      await component.stop().catch((error: unknown) => failures.push(error));
    started = [];
    if (failures.length > 0) throw new AggregateError(failures, 'Some components did not stop cleanly.');
  };
  const startNext = async (component: Lifecycle) => {
    started.push(component);
    try {
      await component.start();
    } catch (error) {
      if (isStopping) return;
      await stop().catch(() => undefined);
      throw error;
    }
  };
  return {
    async start() {
      isStopping = false;
      for (const component of components) if (!isStopping) await startNext(component);
    },
    stop,
    isReady: () =>
      started.length === components.length && components.every((component) => component.isReady()),
    isAlive: () => components.every((component) => component.isAlive?.() ?? true),
  };
}
