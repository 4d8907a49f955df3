import type { Connection } from 'mongoose';
import type { Bus, BusMessage } from './kafka.ts';
import { createLease } from './lease.ts';
import type { Log } from './log.ts';
import type { Outbox, OutboxRow } from './outbox.ts';

/** Redis pub/sub between instances; ioredis fits. */
export interface NudgeChannel {
  client: { publish(channel: string, message: string): Promise<unknown> };
  another(): {
    connect(): Promise<unknown>;
    subscribe(channel: string): Promise<unknown>;
    on(event: 'message', listener: () => void): unknown;
    disconnect(): void;
  };
}

export type CrashPoint =
  'after-commit-before-publish' | 'after-publish-before-mark' | 'after-effect-before-offset';

export interface RelayOptions {
  outbox: Outbox;
  bus: Bus;
  connection: Connection;
  /** Name of the service; one relay of this name is active at a time. */
  name: string;
  log: Log;
  redis?: NudgeChannel;
  /** For tests: called where a crash hurts most. */
  crashAt?: (point: CrashPoint) => void;
}

export interface Relay {
  start(): Promise<void>;
  stop(): Promise<void>;
  isReady(): boolean;
}

const pollMs = 1_000;
const batchSize = 500;
const lastBackoffMs = 5_000;

const messageOf = (row: OutboxRow): BusMessage => ({
  key: row.key,
  value: JSON.stringify(row.event),
  headers: { id: row._id, type: row.event.type, version: String(row.event.version) },
});

/** Rows in an order that keeps every aggregate's versions ascending. */
function inVersionOrder(rows: readonly OutboxRow[]): OutboxRow[] {
  const byAggregate = Map.groupBy(rows, ({ aggregate }) => aggregate);
  for (const group of byAggregate.values()) group.sort((a, b) => b.ver - a.ver);
  return rows.map(({ aggregate }) => byAggregate.get(aggregate)!.pop()!);
}

/** Publishes what the outbox holds, in order for each aggregate, at least once. */
export function createRelay(options: RelayOptions): Relay {
  const { outbox, bus, log } = options;
  const lease = createLease(options.connection, `relay:${options.name}`);
  const channel = `kumbuka:nudge:${options.name}`;
  let timer: NodeJS.Timeout | null = null;
  let subscriber: ReturnType<NudgeChannel['another']> | null = null;
  let working: Promise<void> | null = null;
  let again = false;
  let stopped = true;
  let active = false;
  let failures = 0;

  const unsent = () =>
    outbox.collection().find({ sent: false }).sort({ sent: 1, _id: 1 }).limit(batchSize).toArray();

  /** Aggregates with an unsent row that is older by version but not in the batch wait for it. */
  async function heldBack(rows: readonly OutboxRow[]): Promise<Set<string>> {
    const most = new Map<string, number>();
    for (const { aggregate, ver } of rows) most.set(aggregate, Math.max(ver, most.get(aggregate) ?? 0));
    const ids = new Set(rows.map(({ _id }) => _id));
    const all = await outbox
      .collection()
      .find({ sent: false, aggregate: { $in: [...most.keys()] } })
      .project<Pick<OutboxRow, '_id' | 'aggregate' | 'ver'>>({ aggregate: 1, ver: 1 })
      .toArray();
    const older = all.filter((row) => !ids.has(row._id) && row.ver < (most.get(row.aggregate) ?? 0));
    return new Set(older.map(({ aggregate }) => aggregate));
  }

  async function publish(rows: readonly OutboxRow[]) {
    for (const [topic, group] of Map.groupBy(rows, (row) => row.topic)) {
      options.crashAt?.('after-commit-before-publish');
      await bus.publish(topic, group.map(messageOf));
      options.crashAt?.('after-publish-before-mark');
      await outbox
        .collection()
        .updateMany(
          { _id: { $in: group.map(({ _id }) => _id) } },
          { $set: { sent: true, sentAt: new Date() } },
        );
    }
  }

  /** One batch; true when more may wait. */
  async function drainOnce(): Promise<boolean> {
    const rows = await unsent();
    if (rows.length === 0) return false;
    const held = rows.length < batchSize ? new Set<string>() : await heldBack(rows);
    const free = inVersionOrder(rows.filter(({ aggregate }) => !held.has(aggregate)));
    await publish(free);
    return rows.length === batchSize && free.length > 0;
  }

  async function drain() {
    active = await lease.hold();
    while (active && !stopped && (await drainOnce())) active = await lease.hold();
  }

  function schedule(ms: number) {
    if (timer) clearTimeout(timer);
    if (stopped) return;
    timer = setTimeout(wake, ms);
    timer.unref();
  }

  const backoff = () => Math.min(100 * 2 ** failures, lastBackoffMs);

  async function work() {
    do {
      again = false;
      const failed = await drain().then(
        () => null,
        (error: unknown) => error,
      );
      failures = failed ? Math.min(failures + 1, 10) : 0;
      if (failed) log.warn({ err: failed }, 'events wait in the outbox');
    } while (again && failures === 0 && !stopped);
    schedule(failures > 0 ? backoff() : pollMs);
  }

  function wake() {
    if (stopped) return;
    if (working) {
      again = true;
      return;
    }
    working = work().finally(() => (working = null));
  }

  function nudged() {
    if (active || !options.redis) return wake();
    options.redis.client.publish(channel, '').catch(() => undefined);
  }

  async function listen() {
    if (!options.redis) return;
    subscriber = options.redis.another();
    subscriber.on('message', wake);
    await subscriber.connect().then(
      () => subscriber?.subscribe(channel),
      () => undefined,
    );
  }

  outbox.onNudge(() => {
    if (!stopped && failures === 0) nudged();
  });

  return {
    async start() {
      stopped = false;
      await listen();
      wake();
    },
    async stop() {
      stopped = true;
      if (timer) clearTimeout(timer);
      subscriber?.disconnect();
      await working;
      await lease.release().catch(() => undefined);
    },
    isReady: () => !stopped,
  };
}
