import { createHeartbeat, type Heartbeat } from '@kumbuka/http-kit/heartbeat';
import type { Connection } from 'mongoose';
import type { Bus, ReceivedBatch, Subscription } from './bus.ts';
import type { CrashAt } from './crash-points.ts';
import { createInbox } from './inbox.ts';
import { tableOf, type Listener } from './listener.ts';
import type { Log } from './log.ts';
import { parseMessage } from './parse-message.ts';
import { PartitionLost } from './retry-until-done.ts';
import { workOff } from './work-off.ts';

export interface ConsumerOptions {
  bus: Bus;
  connection: Connection;
  /** Name of the consumer group, usually the service's. */
  group: string;
  listeners: readonly Listener[];
  /** Events may come half a second late, and together. */
  gathers?: boolean;
  log: Log;
  /** For trials. */
  crashAt?: CrashAt;
  /** Milliseconds that only grow; for tests. */
  monotonic?: () => number;
}

export interface EventConsumer {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** True from start to stop: events may wait for Kafka while the service serves. */
  isReady(): boolean;
  /** True while the group counts this process as a member. */
  isMember(): boolean;
  /** False when it neither consumes nor tries to, or a listener hangs. */
  isAlive(): boolean;
}

const chunkSize = 250;
const heartbeatMs = 1_000;
/** Longer than any transaction may last. */
const progressWithinMs = 120_000;

/** Keeps the membership while work takes its time, until the returned function is called. */
function keepAlive(batch: ReceivedBatch): () => void {
  const timer = setInterval(() => batch.heartbeat().catch(() => undefined), heartbeatMs);
  return () => clearInterval(timer);
}

function chunksOf<Item>(items: readonly Item[], size: number): Item[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size));
}

/**
 * Reads topics and works each event off once: the handler's effect and the mark that the event was seen are one
 * transaction. Infrastructure that is away is waited for; poison goes to the dead letters; an event whose handler
 * fails 5 times goes there too, and so do later events of its aggregate until its row in `parked_aggregates` is
 * removed. Throws DuplicateListener.
 */
export function createConsumer(options: ConsumerOptions): EventConsumer {
  const { bus, connection, group, log, gathers = false } = options;
  const listeners = tableOf(options.listeners);
  const inbox = createInbox(connection, group);
  const working = { bus, connection, inbox, group, log };
  const inWork = new Set<Heartbeat>();
  let subscription: Subscription | null = null;

  async function workOffAll(batch: ReceivedBatch) {
    // kafkajs hands over every batch that it fetched before it joins a group that is sharing anew.
    await batch.heartbeat();
    for (const messages of chunksOf(batch.messages, chunkSize)) {
      const parsed = messages.map((message) => parseMessage(message, listeners));
      await workOff(working, batch, parsed);
      options.crashAt?.('after-effect-before-commit-offset');
      batch.done(messages.at(-1)?.offset ?? '0');
      await batch.heartbeat();
    }
  }

  /** A listener that hangs is told by no heartbeat of the timer's, only by tries that begin. */
  function watched(batch: ReceivedBatch): { batch: ReceivedBatch; end(): void } {
    const progress = createHeartbeat(progressWithinMs, options.monotonic);
    const heartbeat = () => {
      progress.beat();
      return batch.heartbeat();
    };
    progress.beat();
    inWork.add(progress);
    return { batch: { ...batch, heartbeat }, end: () => inWork.delete(progress) };
  }

  async function onBatch(batch: ReceivedBatch) {
    const done = keepAlive(batch);
    const work = watched(batch);
    try {
      await workOffAll(work.batch);
    } catch (error) {
      if (!(error instanceof PartitionLost)) throw error;
    } finally {
      done();
      work.end();
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
    isMember: () => subscription?.isReady() ?? false,
    isAlive: () => (subscription?.isAlive() ?? true) && [...inWork].every((work) => work.isAlive()),
  };
}
