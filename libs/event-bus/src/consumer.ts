import { deadLetterTopicOf } from '@kumbuka/contracts';
import type { Connection } from 'mongoose';
import { runInContext } from './context.ts';
import { createInbox } from './inbox.ts';
import type { Bus, ReceivedBatch, ReceivedMessage, Subscription } from './kafka.ts';
import type { Listener } from './listener.ts';
import type { Log } from './log.ts';
import { parseMessage, type Parsed } from './parse-message.ts';
import type { CrashPoint } from './relay.ts';

export interface ConsumerOptions {
  bus: Bus;
  connection: Connection;
  /** Name of the consumer group, usually the service's. */
  group: string;
  listeners: readonly Listener[];
  log: Log;
  /** Called when consuming cannot go on: the process should end and be started anew. */
  onCrash?: (error: Error) => void;
  crashAt?: (point: CrashPoint) => void;
}

export interface EventConsumer {
  start(): Promise<void>;
  stop(): Promise<void>;
  isReady(): boolean;
}

type Work = Extract<Parsed, { kind: 'event' }>;

const chunkSize = 50;
const mostAttempts = 5;
const lastBackoffMs = 5_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A store, the broker or a service that is away: worth waiting for, whatever it takes. */
function isInfrastructure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && error.code === 'UNAVAILABLE') return true;
  const transient =
    'hasErrorLabel' in error &&
    typeof error.hasErrorLabel === 'function' &&
    (error.hasErrorLabel('TransientTransactionError') || error.hasErrorLabel('RetryableWriteError'));
  return (
    transient || (/^(Mongo|Pool|Kafka)/.test(error.name) && !/^MongoServerError$|BulkWrite/.test(error.name))
  );
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 500);

const deadLetter = (message: ReceivedMessage, group: string, error: string, attempts: number) => ({
  key: message.key,
  value: message.value,
  headers: {
    ...message.headers,
    'origin-topic': message.topic,
    'origin-partition': String(message.partition),
    'origin-offset': message.offset,
    group,
    error,
    attempts: String(attempts),
    'failed-at': new Date().toISOString(),
  },
});

/**
 * Reads topics and works each event off once: the handler's effect and the mark that the event was seen are one
 * transaction. Infrastructure that is away is waited for; poison goes to the dead letters; an event whose handler
 * keeps failing goes there after 5 attempts, and so do later events of its aggregate.
 */
export function createConsumer(options: ConsumerOptions): EventConsumer {
  const { bus, connection, group, log } = options;
  const listeners = new Map(options.listeners.map((listener) => [listener.contract.type, listener]));
  const topics = [...new Set(options.listeners.map(({ contract }) => contract.topic))];
  const inbox = createInbox(connection, group);
  let subscription: Subscription | null = null;

  /** Repeats until it works or the partition is lost; failures of infrastructure only. */
  async function insist<Result>(
    batch: ReceivedBatch,
    work: () => Promise<Result>,
  ): Promise<Result | undefined> {
    for (let wait = 100; batch.isMine(); wait = Math.min(wait * 2, lastBackoffMs)) {
      try {
        return await work();
      } catch (error) {
        if (!isInfrastructure(error)) throw error;
        log.warn({ err: error, group }, 'events wait until the infrastructure is back');
        await pause(wait);
        await batch.heartbeat();
      }
    }
    return undefined;
  }

  const bury = (batch: ReceivedBatch, message: ReceivedMessage, error: string, attempts: number) =>
    insist(batch, async () => {
      log.error({ group, topic: message.topic, offset: message.offset, error, attempts }, 'dead letter');
      await bus
        .publish(deadLetterTopicOf(message.topic), [deadLetter(message, group, error, attempts)])
        .catch((cause: unknown) => {
          throw Object.assign(new Error(messageOf(cause)), { name: 'KafkaAway' });
        });
    });

  const handleOne = ({ event, listener }: Work, session: Parameters<Listener['handle']>[1]) =>
    runInContext({ correlationId: event.correlationId, causationId: event.id }, () =>
      listener.handle(event, session),
    );

  async function apply(items: readonly Work[]) {
    const session = await connection.startSession();
    try {
      await session.withTransaction(async () => {
        for (const item of await inbox.claim(items, session)) await handleOne(item, session);
      });
    } finally {
      await session.endSession();
    }
  }

  async function giveUp(batch: ReceivedBatch, item: Work, error: unknown, attempts: number) {
    await insist(batch, () => inbox.park(item.event));
    await bury(batch, item.message, messageOf(error), attempts);
  }

  async function applyAlone(batch: ReceivedBatch, item: Work) {
    for (let attempt = 1; batch.isMine(); attempt++) {
      try {
        await insist(batch, () => apply([item]));
        return;
      } catch (error) {
        if (attempt >= mostAttempts) return giveUp(batch, item, error, attempt);
        await pause(50 * 2 ** attempt);
        await batch.heartbeat();
      }
    }
  }

  /** All in one transaction; one that fails sends each through on its own. */
  async function applyChunk(batch: ReceivedBatch, items: readonly Work[]) {
    if (items.length === 0) return;
    try {
      await insist(batch, () => apply(items));
    } catch (error) {
      if (items.length > 1) log.debug({ err: error, group }, 'events are worked off one by one');
      for (const item of items) await work(batch, item);
    }
  }

  async function work(batch: ReceivedBatch, parsed: Parsed) {
    if (parsed.kind === 'skipped' || !batch.isMine()) return;
    if (parsed.kind === 'poison') return bury(batch, parsed.message, parsed.reason, 1);
    if (inbox.isParked(parsed.event))
      return bury(batch, parsed.message, 'An earlier event of the aggregate failed.', 0);
    await applyAlone(batch, parsed);
  }

  const isPlain = (parsed: Parsed): parsed is Work =>
    parsed.kind === 'event' && !inbox.isParked(parsed.event);

  async function onBatch(batch: ReceivedBatch) {
    for (let start = 0; start < batch.messages.length && batch.isMine(); start += chunkSize) {
      const messages = batch.messages.slice(start, start + chunkSize);
      const parsed = messages.map((message) => parseMessage(message, listeners));
      const plain = parsed.filter(isPlain);
      const rest = parsed.filter((each) => each.kind !== 'skipped' && !isPlain(each));
      if (rest.length === 0) await applyChunk(batch, plain);
      else for (const each of parsed) await work(batch, each);
      if (!batch.isMine()) return;
      options.crashAt?.('after-effect-before-offset');
      batch.done(messages.at(-1)!.offset);
      await batch.heartbeat();
    }
  }

  return {
    async start() {
      await inbox.prepare();
      const onCrash =
        options.onCrash ?? ((error: Error) => log.error({ err: error, group }, 'the consumer crashed'));
      if (topics.length > 0) subscription = await bus.subscribe({ group, topics, onBatch, onCrash });
    },
    async stop() {
      await subscription?.stop();
    },
    isReady: () => true,
  };
}
