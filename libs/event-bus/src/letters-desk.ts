import { deadLetterTopicOf } from '@kumbuka/contracts';
import { BusUnavailable, type BusOptions, type ReceivedMessage } from './bus.ts';
import { originalOf } from './dead-letter.ts';
import { createClient } from './kafka/client.ts';
import { createBus } from './kafka/create-bus.ts';
import { endsOf, lagsOf, withAdmin, type TopicLag } from './kafka/lag.ts';
import { readTopic } from './kafka/read-topic.ts';
import { createLetterNotes, type DiscardedLetter, type InNotes } from './letter-notes.ts';
import { settledWithin } from './settled-within.ts';

export interface Replayed {
  /** Letters that are events of their topic again. */
  sent: number;
  /** Letters whose value was too large to keep; they stay. */
  kept: number;
}

/** What can be asked about what waits in Kafka, and done about what nobody could work off. */
export interface LettersDesk {
  /** Makes the collection of its notes; before anything is replayed or discarded. */
  prepare(): Promise<void>;
  /** Of each topic that the group has read from. */
  lag(group: string, topics: readonly string[]): Promise<TopicLag[]>;
  /** Dead letters of a topic about which nothing was decided. */
  count(topic: string): Promise<number>;
  /** The first of them, in order within each partition; at most 1,000 and 16 MB. */
  letters(topic: string): Promise<ReceivedMessage[]>;
  /** Publishes them as they were, all or one, and takes them out; a second time does nothing more. */
  replay(topic: string, by: string, id?: string): Promise<Replayed>;
  /** Takes one out and keeps it apart for 90 days; false when it is not there any more. */
  discard(topic: string, by: string, id: string): Promise<boolean>;
  /** Those that were kept apart, latest first. */
  discarded(topic: string, most: number): Promise<DiscardedLetter[]>;
  countDiscarded(topic: string): Promise<number>;
}

export interface LettersDeskOptions extends BusOptions {
  inNotes: InNotes;
  /** After so long Kafka counts as away; as long as a screen may wait when left out. */
  answerMs?: number;
}

/** Names a dead letter within its topic. */
export const letterId = ({ partition, offset }: ReceivedMessage) => `${partition}-${offset}`;

const limits = { messages: 1_000, bytes: 16 * 1024 * 1024, withinMs: 10_000 };
const screenMs = 1_500;

/** Up to where each partition that was read holds nothing that waits. */
function doneUpTo(read: readonly ReceivedMessage[], waiting: readonly ReceivedMessage[]) {
  const partitions = Map.groupBy(read, ({ partition }) => partition);
  const first = (partition: number) =>
    waiting.find((letter) => letter.partition === partition)?.offset ?? null;
  return [...partitions].map(([partition, letters]) => ({
    partition,
    offset: first(partition) ?? String(Number(letters.at(-1)?.offset) + 1),
  }));
}

export function createLettersDesk({
  inNotes,
  answerMs = screenMs,
  ...options
}: LettersDeskOptions): LettersDesk {
  const inTime = <Result>(asked: Promise<Result>) =>
    settledWithin(answerMs, asked, () => new BusUnavailable('Kafka does not answer.'));
  const kafka = createClient(options);
  const notes = createLetterNotes(inNotes);
  const read = async (topic: string) => {
    const deadLetters = deadLetterTopicOf(topic);
    await inTime(endsOf(kafka, deadLetters));
    return readTopic(kafka, deadLetters, limits);
  };

  async function count(topic: string): Promise<number> {
    const deadLetters = deadLetterTopicOf(topic);
    const ends = await inTime(endsOf(kafka, deadLetters));
    const counts = ends.map(async ({ partition, low, high }) => {
      const held = Number(high) - Number(low);
      return held === 0 ? 0 : held - (await notes.countFrom(deadLetters, partition, Number(low)));
    });
    return (await Promise.all(counts)).reduce((sum, each) => sum + Math.max(0, each), 0);
  }

  async function sendAgain(letters: readonly ReceivedMessage[]): Promise<ReceivedMessage[]> {
    const originals = letters.map((letter) => ({ letter, original: originalOf(letter) }));
    const bus = createBus(options);
    try {
      for (const { original } of originals)
        if (original) await bus.publish(original.topic, [original.message]);
    } finally {
      await bus.stop();
    }
    return originals.filter(({ original }) => original !== null).map(({ letter }) => letter);
  }

  /** What is in front of everything that waits can go. */
  async function letGo(topic: string, letters: readonly ReceivedMessage[]) {
    const deadLetters = deadLetterTopicOf(topic);
    const partitions = doneUpTo(letters, await notes.waitingAmong(letters));
    await withAdmin(kafka, async (admin) => {
      // kafkajs deletes only where it has asked for the leaders before.
      await admin.fetchTopicOffsets(deadLetters);
      await admin.deleteTopicRecords({ topic: deadLetters, partitions });
    });
  }

  async function replayRound(topic: string, by: string, id?: string): Promise<Replayed> {
    const letters = await read(topic);
    const waiting = await notes.waitingAmong(letters);
    const asked = id === undefined ? waiting : waiting.filter((letter) => letterId(letter) === id);
    if (asked.length === 0) return { sent: 0, kept: 0 };
    const sent = await sendAgain(asked);
    await notes.note(sent, 'replayed', by);
    await letGo(topic, letters);
    return { sent: sent.length, kept: asked.length - sent.length };
  }

  return {
    prepare: () => notes.prepare(),
    lag: (group, topics) => inTime(lagsOf(kafka, group, topics)),
    count,
    letters: async (topic) => notes.waitingAmong(await read(topic)),
    async replay(topic, by, id) {
      // What becomes a dead letter again meanwhile is not taken a second time.
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
      const letters = await read(topic);
      const waiting = await notes.waitingAmong(letters);
      const letter = waiting.find((each) => letterId(each) === id);
      if (!letter) return false;
      await notes.note([letter], 'discarded', by);
      await letGo(topic, letters);
      return true;
    },
    discarded: (topic, most) => notes.discarded(deadLetterTopicOf(topic), most),
    countDiscarded: (topic) => notes.countDiscarded(deadLetterTopicOf(topic)),
  };
}
