import { deadLetterTopicOf } from '@kumbuka/contracts';
import mongoose from 'mongoose';
import type { BusOptions, ReceivedMessage } from './bus.ts';
import { originalOf } from './dead-letter.ts';
import { listParked, removeParked, type ParkedAggregate } from './inbox.ts';
import { createClient } from './kafka/client.ts';
import { createBus } from './kafka/create-bus.ts';
import { lagsOf, withAdmin, type TopicLag } from './kafka/lag.ts';
import { readTopic } from './kafka/read-topic.ts';

export interface Replayed {
  /** Letters that are events of their topic again. */
  sent: number;
  /** Letters whose value was too large to keep; they stay. */
  kept: number;
}

/** What an operator can ask about events, and do about those that nobody could work off. */
export interface EventsDesk {
  /** Of each topic that the group has read from. */
  lag(group: string, topics: readonly string[]): Promise<TopicLag[]>;
  letters(topic: string): Promise<ReceivedMessage[]>;
  /** Publishes the dead letters of a topic as they were, and takes them out; a second time does nothing more. */
  replay(topic: string): Promise<Replayed>;
  parked(database: string, group: string): Promise<ParkedAggregate[]>;
  /** Lets events of the aggregate in again, or of all; gives how many aggregates it was. */
  unpark(database: string, group: string, aggregate?: string): Promise<number>;
}

export interface EventsDeskOptions extends BusOptions {
  mongoUrl: string;
}

/** The end of each partition as far as it was read. */
function readUpTo(letters: readonly ReceivedMessage[]) {
  const next = new Map<number, number>();
  for (const { partition, offset } of letters)
    next.set(partition, Math.max(next.get(partition) ?? 0, Number(offset) + 1));
  return [...next].map(([partition, offset]) => ({ partition, offset: String(offset) }));
}

export function createEventsDesk({ mongoUrl, ...options }: EventsDeskOptions): EventsDesk {
  const kafka = createClient(options);

  async function inDatabase<Result>(
    dbName: string,
    work: (connection: mongoose.Connection) => Promise<Result>,
  ): Promise<Result> {
    const connection = await mongoose.createConnection(mongoUrl, { dbName }).asPromise();
    try {
      return await work(connection);
    } finally {
      await connection.close();
    }
  }

  /** What cannot be sent again is put behind the others, so that those can be taken out. */
  async function sendAgain(deadLetters: string, letters: readonly ReceivedMessage[]): Promise<Replayed> {
    const bus = createBus(options);
    let kept = 0;
    try {
      for (const letter of letters) {
        const original = originalOf(letter);
        if (original) await bus.publish(original.topic, [original.message]);
        else await bus.publish(deadLetters, [{ ...letter.raw, headers: letter.headers }]);
        if (!original) kept += 1;
      }
    } finally {
      await bus.stop();
    }
    return { sent: letters.length - kept, kept };
  }

  return {
    lag: (group, topics) => lagsOf(kafka, group, topics),
    letters: (topic) => readTopic(kafka, deadLetterTopicOf(topic)),
    async replay(topic) {
      const deadLetters = deadLetterTopicOf(topic);
      const letters = await readTopic(kafka, deadLetters);
      if (letters.length === 0) return { sent: 0, kept: 0 };
      const replayed = await sendAgain(deadLetters, letters);
      await withAdmin(kafka, async (admin) => {
        // kafkajs deletes only where it has asked for the leaders before.
        await admin.fetchTopicOffsets(deadLetters);
        await admin.deleteTopicRecords({ topic: deadLetters, partitions: readUpTo(letters) });
      });
      return replayed;
    },
    parked: (database, group) => inDatabase(database, (connection) => listParked(connection, group)),
    unpark: (database, group, aggregate) =>
      inDatabase(database, (connection) => removeParked(connection, group, aggregate)),
  };
}
