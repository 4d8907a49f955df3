import { deadLetterTopicOf } from '@kumbuka/contracts';
import { BusUnavailable, type BusOptions, type ReceivedMessage } from '../bus.ts';
import { originalOf } from './dead-letter.ts';
import { createClient } from '../kafka/client.ts';
import { createBus } from '../kafka/create-bus.ts';
import { endsOf, lagsOf, withAdmin, type TopicLag } from '../kafka/lag.ts';
import { readTopic } from '../kafka/read-topic.ts';
import { createDeadLetterNotes, type DiscardedDeadLetter, type InNotes } from './dead-letter-notes.ts';
import { withTimeout } from '../with-timeout.ts';

export interface Replayed {
  /** Replayed dead letters. */
  sent: number;
  /** Dead letters whose value was too large to keep; they remain. */
  kept: number;
}

/** Reads, replays and discards dead letters. */
export interface DeadLetterAdmin {
  /** Creates the collection of its notes; call before replaying or discarding. */
  prepare(): Promise<void>;
  /** Lag of each topic that the group has read from. */
  lag(group: string, topics: readonly string[]): Promise<TopicLag[]>;
  /** Number of dead letters of a topic without a note. */
  count(topic: string): Promise<number>;
  /** The first of them, in order within each partition; at most 1,000 and 16 MB. */
  listDeadLetters(topic: string): Promise<ReceivedMessage[]>;
  /** Publishes them as they were, all or one, and removes them; idempotent. */
  replay(topic: string, by: string, id?: string): Promise<Replayed>;
  /** Removes one and stores it for 90 days; false when it is gone. */
  discard(topic: string, by: string, id: string): Promise<boolean>;
  /** Discarded dead letters, latest first. */
  discarded(topic: string, most: number): Promise<DiscardedDeadLetter[]>;
  countDiscarded(topic: string): Promise<number>;
}

export interface DeadLetterAdminOptions extends BusOptions {
  inNotes: InNotes;
  /** Timeout of Kafka in milliseconds; defaults to what a screen may wait. */
  responseMs?: number;
}

/** Id of a dead letter within its topic. */
export const deadLetterId = ({ partition, offset }: ReceivedMessage) => `${partition}-${offset}`;

const limits = { messages: 1_000, bytes: 16 * 1024 * 1024, withinMs: 10_000 };
const screenMs = 1_500;

/** Offset of each partition before which nothing is waiting. */
function doneUpTo(read: readonly ReceivedMessage[], waiting: readonly ReceivedMessage[]) {
  const partitions = Map.groupBy(read, ({ partition }) => partition);
  const first = (partition: number) =>
    waiting.find((deadLetter) => deadLetter.partition === partition)?.offset ?? null;
  return [...partitions].map(([partition, deadLetters]) => ({
    partition,
    offset: first(partition) ?? String(Number(deadLetters.at(-1)?.offset) + 1),
  }));
}

export function createDeadLetterAdmin({
  inNotes,
  responseMs = screenMs,
  ...options
}: DeadLetterAdminOptions): DeadLetterAdmin {
  const inTime = <Result>(chosen: Promise<Result>) =>
    withTimeout(responseMs, chosen, () => new BusUnavailable('Kafka does not answer.'));
  const kafka = createClient(options);
  const notes = createDeadLetterNotes(inNotes);
  const read = async (topic: string) => {
    const deadLetterTopic = deadLetterTopicOf(topic);
    await inTime(endsOf(kafka, deadLetterTopic));
    return readTopic(kafka, deadLetterTopic, limits);
  };

  async function count(topic: string): Promise<number> {
    const deadLetterTopic = deadLetterTopicOf(topic);
    const ends = await inTime(endsOf(kafka, deadLetterTopic));
    const counts = ends.map(async ({ partition, low, high }) => {
      const held = Number(high) - Number(low);
      return held === 0 ? 0 : held - (await notes.countFrom(deadLetterTopic, partition, Number(low)));
    });
    return (await Promise.all(counts)).reduce((sum, each) => sum + Math.max(0, each), 0);
  }

  async function sendAgain(deadLetters: readonly ReceivedMessage[]): Promise<ReceivedMessage[]> {
    const originals = deadLetters.map((deadLetter) => ({
      message: deadLetter,
      original: originalOf(deadLetter),
    }));
    const bus = createBus(options);
    try {
      for (const { original } of originals)
        if (original) await bus.publish(original.topic, [original.message]);
    } finally {
      await bus.stop();
    }
    return originals.filter(({ original }) => original !== null).map(({ message: deadLetter }) => deadLetter);
  }

  /** Deletes the records before the first waiting one. */
  async function letGo(topic: string, deadLetters: readonly ReceivedMessage[]) {
    const deadLetterTopic = deadLetterTopicOf(topic);
    const partitions = doneUpTo(deadLetters, await notes.waitingAmong(deadLetters));
    await withAdmin(kafka, async (admin) => {
      // kafkajs deletes records only after it fetched the leaders.
      await admin.fetchTopicOffsets(deadLetterTopic);
      await admin.deleteTopicRecords({ topic: deadLetterTopic, partitions });
    });
  }

  async function replayRound(topic: string, by: string, id?: string): Promise<Replayed> {
    const deadLetters = await read(topic);
    const waiting = await notes.waitingAmong(deadLetters);
    const chosen =
      id === undefined ? waiting : waiting.filter((deadLetter) => deadLetterId(deadLetter) === id);
    if (chosen.length === 0) return { sent: 0, kept: 0 };
    const sent = await sendAgain(chosen);
    await notes.note(sent, 'replayed', by);
    await letGo(topic, deadLetters);
    return { sent: sent.length, kept: chosen.length - sent.length };
  }

  return {
    prepare: () => notes.prepare(),
    lag: (group, topics) => inTime(lagsOf(kafka, group, topics)),
    count,
    listDeadLetters: async (topic) => notes.waitingAmong(await read(topic)),
    async replay(topic, by, id) {
      // Messages that become dead letters again meanwhile are not replayed twice.
      let left = id === undefined ? await count(topic) : 1;
      let sent = 0;
      for (;;) {
        const round = await replayRound(topic, by, id);
        sent += round.sent;
        left -= round.sent;
        if (round.sent === 0 || left <= round.kept) return { sent, kept: round.kept };
      }
    },
    async discard(topic, by, id) {
      const deadLetters = await read(topic);
      const waiting = await notes.waitingAmong(deadLetters);
      const deadLetter = waiting.find((each) => deadLetterId(each) === id);
      if (!deadLetter) return false;
      await notes.note([deadLetter], 'discarded', by);
      await letGo(topic, deadLetters);
      return true;
    },
    discarded: (topic, most) => notes.discarded(deadLetterTopicOf(topic), most),
    countDiscarded: (topic) => notes.countDiscarded(deadLetterTopicOf(topic)),
  };
}
