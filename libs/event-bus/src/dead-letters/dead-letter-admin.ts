import { deadLetterTopicOf } from '@kumbuka/contracts';
import { BusUnavailable, type BusMessage, type BusOptions, type ReceivedMessage } from '../bus.ts';
import { originIn, replayOf } from './original.ts';
import { createClient } from '../kafka/client.ts';
import { createBus } from '../kafka/create-bus.ts';
import { deleteRecords } from '../kafka/delete-records.ts';
import { endsOf, lagsOf, type TopicLag } from '../kafka/lag.ts';
import { positionKey, readMessagesAt } from '../kafka/read-messages-at.ts';
import { readTopic } from '../kafka/read-topic.ts';
import {
  createDeadLetterDispositions,
  type DeadLetterOutcome,
  type DiscardedDeadLetter,
  type WithDispositionsDatabase,
} from './dead-letter-dispositions.ts';
import { withTimeout } from '../with-timeout.ts';

export interface Replayed {
  /** Replayed dead letters. */
  sent: number;
  /** Dead letters that remain, because nothing proves that the owner published them as they are, or they are too old. */
  kept: number;
}

/** Reads, replays and discards dead letters. */
export interface DeadLetterAdmin {
  /** Creates the collection of dispositions; call before replaying or discarding. */
  prepare(): Promise<void>;
  /** Lag of each topic that the group has read from. */
  lag(group: string, topics: readonly string[]): Promise<TopicLag[]>;
  /** Number of waiting dead letters of a topic: neither replayed nor discarded. */
  count(topic: string): Promise<number>;
  /** The first waiting dead letters, in order within each partition; at most 1,000 and 16 MB. */
  listDeadLetters(topic: string): Promise<ReceivedMessage[]>;
  /** Publishes the originals of one or all waiting dead letters again, and removes those; idempotent. */
  replay(topic: string, by: string, id?: string): Promise<Replayed>;
  /** Removes one and stores it for 90 days; false when it no longer waits. */
  discard(topic: string, by: string, id: string): Promise<boolean>;
  /** Discarded dead letters, latest first. */
  discarded(topic: string, limit: number): Promise<DiscardedDeadLetter[]>;
  countDiscarded(topic: string): Promise<number>;
}

export interface DeadLetterAdminOptions extends BusOptions {
  withDispositionsDatabase: WithDispositionsDatabase;
  /** Timeout of Kafka in milliseconds; the default suits a screen. */
  responseMs?: number;
  now?: () => Date;
}

/** Id of a dead letter within its topic. */
export const deadLetterId = ({ partition, offset }: ReceivedMessage) => `${partition}-${offset}`;

const limits = { messages: 1_000, bytes: 16 * 1024 * 1024, withinMs: 10_000 };
const screenMs = 4_500;

/** A dead letter with the message to publish. */
interface Replay {
  deadLetter: ReceivedMessage;
  origin: string;
  message: BusMessage;
}

/**
 * Republishes originals to their topic, each once, because all consumers read it there. Returns the published dead letters
 * also when a later one fails, and then the error.
 */
async function republish(
  options: BusOptions,
  topic: string,
  replays: readonly Replay[],
  published: Set<string>,
): Promise<{ sent: ReceivedMessage[]; error: unknown }> {
  const sent: ReceivedMessage[] = [];
  const bus = createBus(options);
  try {
    for (const { deadLetter, origin, message } of replays) {
      if (!published.has(origin)) await bus.publish(topic, [message]);
      published.add(origin);
      sent.push(deadLetter);
    }
  } catch (error) {
    return { sent, error };
  } finally {
    await bus.stop();
  }
  return { sent, error: null };
}

/** Returns the number of records of a partition without a note. */
async function countWaiting(
  dispositions: ReturnType<typeof createDeadLetterDispositions>,
  topic: string,
  { partition, low, high }: Awaited<ReturnType<typeof endsOf>>[number],
): Promise<number> {
  const held = Number(high) - Number(low);
  if (held === 0) return 0;
  return Math.max(0, held - (await dispositions.countFrom(topic, partition, Number(low))));
}

/** Returns the offset of each partition up to which Kafka may delete: no dead letter waits before it. */
function deletableUpTo(read: readonly ReceivedMessage[], waiting: readonly ReceivedMessage[]) {
  const partitions = Map.groupBy(read, ({ partition }) => partition);
  const firstWaiting = (partition: number) =>
    waiting.find((deadLetter) => deadLetter.partition === partition)?.offset ?? null;
  return [...partitions].map(([partition, deadLetters]) => ({
    partition,
    offset: firstWaiting(partition) ?? String(Number(deadLetters.at(-1)?.offset) + 1),
  }));
}

export function createDeadLetterAdmin({
  withDispositionsDatabase,
  responseMs = screenMs,
  now = () => new Date(),
  ...options
}: DeadLetterAdminOptions): DeadLetterAdmin {
  const kafka = createClient(options);
  const dispositions = createDeadLetterDispositions(withDispositionsDatabase);
  const inTime = <Result>(pending: Promise<Result>) =>
    withTimeout(responseMs, pending, () => new BusUnavailable('Kafka does not respond.'));

  async function count(topic: string): Promise<number> {
    const deadLetterTopic = deadLetterTopicOf(topic);
    const ends = await inTime(endsOf(kafka, deadLetterTopic));
    const counts = await Promise.all(ends.map((end) => countWaiting(dispositions, deadLetterTopic, end)));
    return counts.reduce((sum, each) => sum + each, 0);
  }

  /** Reads all dead letters of a topic, and selects the waiting ones. */
  async function read(topic: string) {
    const deadLetterTopic = deadLetterTopicOf(topic);
    // Fails soon when Kafka does not respond; reading a topic has a longer timeout.
    await inTime(endsOf(kafka, deadLetterTopic));
    const all = await readTopic(kafka, deadLetterTopic, limits);
    return { all, waiting: await dispositions.waitingAmong(all) };
  }

  /** Notes the outcome first, so that a crash before the deletion repeats nothing. */
  async function remove(
    topic: string,
    all: readonly ReceivedMessage[],
    decided: readonly ReceivedMessage[],
    outcome: DeadLetterOutcome,
    by: string,
  ) {
    await dispositions.record(decided, outcome, by);
    // The act is done with its note. What cannot be deleted now is deleted after the next act.
    try {
      const waiting = await dispositions.waitingAmong(all);
      await deleteRecords(kafka, deadLetterTopicOf(topic), deletableUpTo(all, waiting));
    } catch (error) {
      options.log.warn({ err: error, topic }, 'dead letters with a note were not deleted yet');
    }
  }

  /** Reads the originals, and omits dead letters that cannot be replayed. */
  async function replaysOf(topic: string, chosen: readonly ReceivedMessage[]): Promise<Replay[]> {
    const origins = chosen.flatMap((deadLetter) => originIn(topic, deadLetter) ?? []);
    const originals = await readMessagesAt(kafka, topic, origins, limits.withinMs);
    return chosen.flatMap((deadLetter) => {
      const message = replayOf(topic, deadLetter, originals, now());
      const origin = originIn(topic, deadLetter);
      if (typeof message !== 'string' && origin)
        return [{ deadLetter, origin: positionKey(origin), message }];
      options.log.warn(
        { topic, id: deadLetterId(deadLetter), reason: message },
        'a dead letter is not replayed',
      );
      return [];
    });
  }

  /** Replays the dead letters of one read, which is limited. */
  async function replayRound(
    topic: string,
    published: Set<string>,
    by: string,
    id?: string,
  ): Promise<Replayed> {
    const { all, waiting } = await read(topic);
    const chosen = waiting.filter((deadLetter) => id === undefined || deadLetterId(deadLetter) === id);
    if (chosen.length === 0) return { sent: 0, kept: 0 };
    const replays = await replaysOf(topic, chosen);
    const { sent, error } = await republish(options, topic, replays, published);
    await remove(topic, all, sent, 'replayed', by);
    if (error !== null) throw error;
    return { sent: sent.length, kept: chosen.length - sent.length };
  }

  return {
    prepare: () => dispositions.prepare(),
    lag: (group, topics) => inTime(lagsOf(kafka, group, topics)),
    count,
    listDeadLetters: async (topic) => (await read(topic)).waiting,
    async replay(topic, by, id) {
      // Messages that become dead letters again meanwhile are not replayed twice.
      let left = id === undefined ? await count(topic) : 1;
      const published = new Set<string>();
      let sent = 0;
      for (;;) {
        const round = await replayRound(topic, published, by, id);
        sent += round.sent;
        left -= round.sent;
        if (round.sent === 0 || left <= round.kept) return { sent, kept: round.kept };
      }
    },
    async discard(topic, by, id) {
      const { all, waiting } = await read(topic);
      const deadLetter = waiting.find((each) => deadLetterId(each) === id);
      if (!deadLetter) return false;
      await remove(topic, all, [deadLetter], 'discarded', by);
      return true;
    },
    discarded: (topic, limit) => dispositions.discarded(deadLetterTopicOf(topic), limit),
    countDiscarded: (topic) => dispositions.countDiscarded(deadLetterTopicOf(topic)),
  };
}
