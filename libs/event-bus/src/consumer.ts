import type { Envelope } from '@kumbuka/contracts';
import type { ClientSession, Connection } from 'mongoose';
import { aggregateKey } from './aggregate-key.ts';
import type { Bus, ReceivedBatch, Subscription } from './bus.ts';
import { runInContext, type EventContext } from './context.ts';
import type { CrashAt } from './crash-points.ts';
import { sendDeadLetter, type DeadLetter } from './dead-letter.ts';
import { createInbox, SeenBefore } from './inbox.ts';
import { isInfrastructure, isTransient } from './infrastructure.ts';
import { tableOf, type Listener } from './listener.ts';
import type { Log } from './log.ts';
import { parseMessage, type Parsed, type Work } from './parse-message.ts';
import { pause } from './pause.ts';
import { transactOnce } from './transact.ts';

export interface ConsumerOptions {
  bus: Bus;
  connection: Connection;
  /** Name of the consumer group, usually the service's. */
  group: string;
  listeners: readonly Listener[];
  log: Log;
  /** Told when consuming ended for good, so that the process can end too; left out, the error is thrown uncaught. */
  onCrash?: (error: Error) => void;
  /** For trials. */
  crashAt?: CrashAt;
}

export interface EventConsumer {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** True from start to stop: events may wait for Kafka while the service serves. */
  isReady(): boolean;
  /** True while the group counts this process as a member. */
  isMember(): boolean;
}

const chunkSize = 250;
const mostAttempts = 5;
const firstAttemptPauseMs = 100;
const firstBackoffMs = 50;
const lastBackoffMs = 5_000;
const conflictPauseMs = 10;
const heartbeatMs = 1_000;

/** The partition went to somebody else, or the consumer stops: what is not committed is theirs. */
class PartitionLost extends Error {
  readonly code = 'PARTITION_LOST';

  constructor() {
    super('The partition is no longer ours.');
    this.name = 'PartitionLost';
  }
}

const textOf = (error: unknown) =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);

const throwUncaught = (error: Error) => {
  setImmediate(() => {
    throw error;
  });
};

/** Keeps the membership while work takes its time, until the returned function is called. */
function keepAlive(batch: ReceivedBatch): () => void {
  const timer = setInterval(() => batch.heartbeat().catch(() => undefined), heartbeatMs);
  return () => clearInterval(timer);
}

function chunksOf<Item>(items: readonly Item[], size: number): Item[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size));
}

/** Events that follow each other and share a listener for many; every other event is alone. */
function runsOf(items: readonly Work[]): Work[][] {
  const runs: Work[][] = [];
  for (const item of items) {
    const { handleMany } = item.listener;
    const last = runs.at(-1);
    if (handleMany && last?.[0]?.listener.handleMany === handleMany) last.push(item);
    else runs.push([item]);
  }
  return runs;
}

/** Events that the listener makes point back at what it handles; of several at once, at the last. */
function contextOf({ id, correlationId, traceparent }: Envelope): EventContext {
  return { correlationId, causationId: id, ...(traceparent ? { traceparent } : {}) };
}

function handleRun(run: readonly Work[], session: ClientSession): Promise<void> {
  const { event, listener } = run.at(-1)!;
  return runInContext(contextOf(event), () =>
    listener.handleMany
      ? listener.handleMany(
          run.map((item) => item.event),
          session,
        )
      : listener.handle(event, session),
  );
}

/**
 * Reads topics and works each event off once: the handler's effect and the mark that the event was seen are one
 * transaction. Infrastructure that is away is waited for; poison goes to the dead letters; an event whose handler
 * fails 5 times goes there too, and so do later events of its aggregate until its row in `parked_aggregates` is
 * removed. Throws DuplicateListener.
 */
export function createConsumer(options: ConsumerOptions): EventConsumer {
  const { bus, connection, group, log } = options;
  const onCrash = options.onCrash ?? throwUncaught;
  const listeners = tableOf(options.listeners);
  const inbox = createInbox(connection, group);
  let subscription: Subscription | null = null;

  /** Repeats while infrastructure is away; throws PartitionLost, and what else the work throws. */
  async function insist<Result>(batch: ReceivedBatch, work: () => Promise<Result>): Promise<Result> {
    for (let wait = firstBackoffMs; batch.isMine(); wait = Math.min(wait * 2, lastBackoffMs)) {
      try {
        return await work();
      } catch (error) {
        if (!isInfrastructure(error)) throw error;
        if (isTransient(error) && wait === firstBackoffMs) await pause(conflictPauseMs);
        else {
          log.warn({ err: error, group }, 'events wait until the infrastructure is back');
          await pause(wait);
        }
      }
      await batch.heartbeat();
    }
    throw new PartitionLost();
  }

  const bury = (batch: ReceivedBatch, letter: Omit<DeadLetter, 'group'>) =>
    insist(batch, async () => {
      const { message, reason, error, attempts } = letter;
      await sendDeadLetter(bus, { ...letter, group });
      const { topic, partition, offset } = message;
      log.error({ group, topic, partition, offset, reason, error, attempts }, 'dead letter');
    });

  async function handleAll(items: readonly Work[], session: ClientSession) {
    for (const run of runsOf(items)) await handleRun(run, session);
  }

  /** Takes all for new, and looks them up only where that was wrong. */
  async function apply(items: readonly Work[]) {
    try {
      await transactOnce(connection, async (session) => {
        await inbox.claimAll(items, session);
        await handleAll(items, session);
      });
    } catch (error) {
      if (!(error instanceof SeenBefore)) throw error;
      await transactOnce(connection, async (session) =>
        handleAll(await inbox.claimNew(items, session), session),
      );
    }
  }

  /** Null, or the handler's own failure. */
  const tryApply = (batch: ReceivedBatch, items: readonly Work[]) =>
    insist(batch, () =>
      apply(items).then(
        () => null,
        (error: unknown) => {
          if (isInfrastructure(error)) throw error;
          return { error };
        },
      ),
    );

  async function giveUp(batch: ReceivedBatch, { event, message }: Work, error: string) {
    await insist(batch, () => inbox.park(event, message.topic, error));
    await bury(batch, { message, reason: 'failed', error, attempts: mostAttempts });
  }

  /** False when the event became a dead letter. */
  async function applyAlone(batch: ReceivedBatch, item: Work): Promise<boolean> {
    for (let attempt = 1; ; attempt++) {
      const failure = await tryApply(batch, [item]);
      if (!failure) return true;
      const { id, type } = item.event;
      log.warn({ err: failure.error, group, event: id, type, attempt }, 'a listener failed');
      if (attempt === mostAttempts) {
        await giveUp(batch, item, textOf(failure.error));
        return false;
      }
      await pause(firstAttemptPauseMs * 2 ** (attempt - 1));
    }
  }

  async function workOffOne(batch: ReceivedBatch, parsed: Parsed, parked: Set<string>) {
    if (parsed.kind === 'skipped') return;
    const { message } = parsed;
    if (parsed.kind === 'poison')
      return bury(batch, { message, reason: 'poison', error: parsed.reason, attempts: 0 });
    const aggregate = aggregateKey(parsed.event);
    if (!parked.has(aggregate)) {
      if (!(await applyAlone(batch, parsed))) parked.add(aggregate);
      return;
    }
    const error = `An earlier event of ${aggregate} failed.`;
    await bury(batch, { message, reason: 'parked', error, attempts: 0 });
  }

  /** In one transaction where that works, else one by one. */
  async function workOffChunk(batch: ReceivedBatch, parsed: readonly Parsed[]) {
    const work = parsed.filter((each) => each.kind === 'work');
    const events = work.map(({ event }) => event);
    const parked = await insist(batch, () => inbox.parkedAmong(events, batch.generation));
    const isPlain = parked.size === 0 && parsed.every(({ kind }) => kind !== 'poison');
    if (isPlain && work.length > 1 && (await tryApply(batch, work)) === null) return;
    for (const each of parsed) await workOffOne(batch, each, parked);
  }

  async function workOff(batch: ReceivedBatch) {
    for (const messages of chunksOf(batch.messages, chunkSize)) {
      const parsed = messages.map((message) => parseMessage(message, listeners));
      await workOffChunk(batch, parsed);
      options.crashAt?.('after-effect-before-commit-offset');
      batch.done(messages.at(-1)!.offset);
      await batch.heartbeat();
    }
  }

  async function onBatch(batch: ReceivedBatch) {
    const done = keepAlive(batch);
    try {
      await workOff(batch);
    } catch (error) {
      if (!(error instanceof PartitionLost)) throw error;
    } finally {
      done();
    }
  }

  return {
    async start() {
      await inbox.prepare();
      const { topics } = listeners;
      if (topics.length > 0) subscription = await bus.subscribe({ group, topics, onBatch, onCrash });
    },
    async stop() {
      await subscription?.stop();
      subscription = null;
    },
    isReady: () => listeners.topics.length === 0 || subscription !== null,
    isMember: () => subscription?.isReady() ?? false,
  };
}
