import { createHeartbeat, type Heartbeat } from '@kumbuka/runtime/heartbeat';
import type { Connection } from 'mongoose';
import type { Bus, ReceivedBatch, Subscription } from '../bus.ts';
import type { CrashAt } from '../crash-points.ts';
import { createInbox } from './inbox.ts';
import { tableOf, type Listener } from './listener.ts';
import type { Log } from '../log.ts';
import { parseMessage } from './parse-message.ts';
import { PartitionLost } from './retry-until-done.ts';
import { processBatch } from './process-batch.ts';

export interface ConsumerOptions {
  bus: Bus;
  connection: Connection;
  /** Name of the consumer group, usually that of the service. */
  group: string;
  listeners: readonly Listener[];
  /** Allows half a second of delay to gather larger batches. */
  gathers?: boolean;
  log: Log;
  /** For trials. */
  crashAt?: CrashAt;
  /** Monotonic clock in milliseconds; for tests. */
  monotonic?: () => number;
}

export interface EventConsumer {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** True from start to stop; the service can serve requests while Kafka is unreachable. */
  isReady(): boolean;
  /** Whether this process is a member of the group. */
  isMember(): boolean;
  /** Number of events since the start that a service other than their owner published. */
  countForged(): number;
  /** False when it has neither consumed nor attempted to, or a listener hangs. */
  isAlive(): boolean;
}

const chunkSize = 250;
const heartbeatMs = 1_000;
/** Longer than any transaction. */
const progressWithinMs = 120_000;

/** Sends heartbeats during long work until the returned function is called. */
function keepAlive(batch: ReceivedBatch): () => void {
  const timer = setInterval(() => batch.heartbeat().catch(() => undefined), heartbeatMs);
  return () => clearInterval(timer);
}

/**
 * Detects a hanging listener. The heartbeats of `keepAlive` do not reveal one; only the heartbeats between attempts count
 * as progress.
 */
function createProgress(monotonic?: () => number) {
  const running = new Set<Heartbeat>();
  return {
    /** Returns the batch with heartbeats that count as progress, until `end` is called. */
    watch(batch: ReceivedBatch): { batch: ReceivedBatch; end(): void } {
      const progress = createHeartbeat(progressWithinMs, monotonic);
      const heartbeat = () => {
        progress.beat();
        return batch.heartbeat();
      };
      progress.beat();
      running.add(progress);
      return { batch: { ...batch, heartbeat }, end: () => running.delete(progress) };
    },
    isAlive: () => [...running].every((each) => each.isAlive()),
  };
}

function chunksOf<Item>(items: readonly Item[], size: number): Item[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size));
}

/**
 * Consumes topics and processes each event once: its effect and its processed mark share a transaction. Waits
 * for unreachable infrastructure. Invalid messages become dead letters, as do events whose handler fails 5
 * times and later events of the same aggregate, until its row in `parked_aggregates` is removed. Throws
 * `DuplicateListener`.
 */
export function createConsumer(options: ConsumerOptions): EventConsumer {
  const { bus, connection, group, log, gathers = false } = options;
  const listeners = tableOf(options.listeners);
  const inbox = createInbox(connection, group);
  const processing = { bus, connection, inbox, group, log };
  const progress = createProgress(options.monotonic);
  let subscription: Subscription | null = null;
  let forged = 0;

  async function processInChunks(batch: ReceivedBatch) {
    // kafkajs delivers batches that it fetched before the rebalance.
    await batch.heartbeat();
    for (const messages of chunksOf(batch.messages, chunkSize)) {
      const parsed = messages.map((message) => parseMessage(message, listeners));
      await processBatch(processing, batch, parsed);
      forged += parsed.filter((each) => each.kind === 'poison' && each.isForged).length;
      options.crashAt?.('after-effect-before-commit-offset');
      batch.done(messages.at(-1)?.offset ?? '0');
      await batch.heartbeat();
    }
  }

  async function onBatch(batch: ReceivedBatch) {
    const stopHeartbeats = keepAlive(batch);
    const watched = progress.watch(batch);
    try {
      await processInChunks(watched.batch);
    } catch (error) {
      if (!(error instanceof PartitionLost)) throw error;
    } finally {
      stopHeartbeats();
      watched.end();
    }
  }

  return {
    async start() {
      await inbox.prepare();
      const { topics } = listeners;
      if (topics.length > 0) subscription = await bus.subscribe({ group, topics, gathers, onBatch });
    },
    async stop() {
      await subscription?.stop();
      subscription = null;
    },
    isReady: () => listeners.topics.length === 0 || subscription !== null,
    countForged: () => forged,
    isMember: () => subscription?.isReady() ?? false,
    isAlive: () => (subscription?.isAlive() ?? true) && progress.isAlive(),
  };
}
