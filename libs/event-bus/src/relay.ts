import { createHeartbeat } from '@kumbuka/http-kit/heartbeat';
import type { Connection } from 'mongoose';
import type { Bus, BusMessage } from './bus.ts';
import type { CrashAt } from './crash-points.ts';
import { createLease } from './lease.ts';
import type { Log } from './log.ts';
import { listenForNudges, sendNudge, type NudgeChannel } from './nudge-channel.ts';
import type { Outbox, OutboxRow } from './outbox.ts';
import { pause } from './pause.ts';

export interface RelayOptions {
  outbox: Outbox;
  bus: Bus;
  connection: Connection;
  /** Name of the service; one relay of this name is active at a time. */
  name: string;
  log: Log;
  /** Wakes the active relay from other instances; without it they are heard within a second. */
  redis?: NudgeChannel;
  /** For trials. */
  crashAt?: CrashAt;
  /** Milliseconds that only grow; for tests. */
  monotonic?: () => number;
}

export interface Relay {
  start(): Promise<void>;
  stop(): Promise<void>;
  isReady(): boolean;
  /** True while this instance is the one that publishes. */
  isActive(): boolean;
  /** False when it has not looked at the outbox for two minutes. */
  isAlive(): boolean;
}

const pollMs = 1_000;
const batchSize = 500;
/** What hangs in Kafka by then is sent again by whoever relays next. */
const stopWithinMs = 2_000;
const mostRemembered = 10_000;
const firstBackoffMs = 200;
const lastBackoffMs = 5_000;
const aliveWithinMs = 120_000;

const messageOf = (row: OutboxRow): BusMessage => ({
  key: row.key,
  value: JSON.stringify(row.event),
  headers: { id: row._id, type: row.event.type, version: String(row.event.version) },
});

const groupBy = <Item>(items: readonly Item[], keyOf: (item: Item) => string) => Map.groupBy(items, keyOf);

/** The rows in the places they have, but every aggregate's versions ascending. */
export function inVersionOrder(rows: readonly OutboxRow[]): OutboxRow[] {
  const aggregates = groupBy(rows, ({ aggregate }) => aggregate);
  const next = new Map(
    [...aggregates].map(([aggregate, own]) => [aggregate, own.toSorted((a, b) => a.ver - b.ver).values()]),
  );
  return rows.map(({ aggregate }) => next.get(aggregate)!.next().value!);
}

/**
 * Publishes what the outbox holds, at least once and in order for each aggregate. Kafka away: tries again for ever,
 * every 5 s at most. One instance of a service publishes, by a lease; idle it asks the outbox once a second.
 */
export function createRelay(options: RelayOptions): Relay {
  const { outbox, bus, log, redis, name } = options;
  const lease = createLease(options.connection, `relay:${name}`);
  /** Highest version that this relay sent of an aggregate; everything below it was sent as well. */
  const sentUpTo = new Map<string, number>();
  const pulse = createHeartbeat(aliveWithinMs, options.monotonic);
  let timer: NodeJS.Timeout | undefined;
  let stopListening: (() => void)[] = [];
  let working: Promise<void> | null = null;
  let again = false;
  let running = false;
  let active = false;
  let failures = 0;

  const nextRows = () =>
    outbox.collection().find({ sent: false }).sort({ sent: 1, _id: 1 }).limit(batchSize).toArray();

  /** Nothing is missing: the versions go on from what was sent of the aggregate, or from the first. */
  function goesOn(aggregate: string, rows: readonly OutboxRow[]): boolean {
    const from = sentUpTo.get(aggregate) ?? 0;
    const versions = rows.map(({ ver }) => ver).toSorted((a, b) => a - b);
    return versions.every((version, index) => version === from + index + 1);
  }

  /**
   * Unsent rows of lower versions that the batch does not have: their ids come later by another instance's clock, or
   * their commit fell into the reading of the batch. Asked only where versions are missing.
   */
  async function overlooked(rows: readonly OutboxRow[]): Promise<OutboxRow[]> {
    const doubtful = [...groupBy(rows, ({ aggregate }) => aggregate)]
      .filter(([aggregate, own]) => !goesOn(aggregate, own))
      .map(([aggregate, own]) => ({
        sent: false,
        aggregate,
        ver: { $lt: Math.max(...own.map(({ ver }) => ver)) },
      }));
    if (doubtful.length === 0) return [];
    const had = new Set(rows.map(({ _id }) => _id));
    const lower = await outbox.collection().find({ $or: doubtful }).toArray();
    return lower.filter(({ _id }) => !had.has(_id));
  }

  function remember(rows: readonly OutboxRow[]) {
    if (sentUpTo.size > mostRemembered) sentUpTo.clear();
    for (const { aggregate, ver } of rows)
      sentUpTo.set(aggregate, Math.max(ver, sentUpTo.get(aggregate) ?? 0));
  }

  async function publish(topic: string, rows: readonly OutboxRow[]) {
    options.crashAt?.('after-commit-before-publish');
    await bus.publish(topic, rows.map(messageOf));
    options.crashAt?.('after-publish-before-mark');
    const ids = rows.map(({ _id }) => _id);
    const marks = { $set: { sent: true, sentAt: new Date() } };
    await outbox.collection().updateMany({ _id: { $in: ids } }, marks);
    remember(rows);
  }

  /** One batch; true when more may wait. */
  async function drainOnce(): Promise<boolean> {
    pulse.beat();
    const rows = await nextRows();
    if (rows.length === 0) return false;
    const all = inVersionOrder([...(await overlooked(rows)), ...rows]);
    for (const [topic, own] of groupBy(all, (row) => row.topic)) await publish(topic, own);
    return rows.length === batchSize;
  }

  async function drain() {
    pulse.beat();
    const was = active;
    active = await lease.hold();
    if (active && !was) log.info({ relay: name, epoch: lease.epoch() }, 'this instance relays events');
    while (active && running && (await drainOnce())) active = await lease.hold();
  }

  function schedule(ms: number) {
    clearTimeout(timer);
    if (running) timer = setTimeout(wake, ms);
  }

  function failed(error: unknown) {
    const wait = Math.min(firstBackoffMs * 2 ** failures, lastBackoffMs);
    failures += 1;
    log.warn({ err: error, relay: name, failures }, 'events wait in the outbox');
    schedule(wait);
  }

  async function work() {
    try {
      do {
        again = false;
        await drain();
      } while (again && running);
      failures = 0;
      schedule(pollMs);
    } catch (error) {
      failed(error);
    }
  }

  function wake() {
    if (!running) return;
    again = true;
    working ??= work().finally(() => {
      working = null;
      if (again && failures === 0) wake();
    });
  }

  /** While Kafka is away the clock decides, not the nudges. */
  function wakeByNudge() {
    if (failures === 0) wake();
  }

  function nudged() {
    if (active || !redis) wakeByNudge();
    else sendNudge(redis, name);
  }

  return {
    async start() {
      running = true;
      stopListening = [outbox.onNudge(nudged)];
      if (redis) stopListening.push(listenForNudges(redis, name, wakeByNudge));
      wake();
    },
    async stop() {
      running = false;
      pulse.rest();
      clearTimeout(timer);
      stopListening.forEach((stop) => stop());
      await Promise.race([working, pause(stopWithinMs)]);
      await lease.release().catch(() => undefined);
      active = false;
    },
    isReady: () => running,
    isActive: () => active,
    isAlive: () => !running || pulse.isAlive(),
  };
}
