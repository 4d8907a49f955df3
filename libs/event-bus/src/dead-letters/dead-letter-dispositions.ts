import mongoose, { type Connection } from 'mongoose';
import type { ReceivedMessage } from '../bus.ts';
import { prepareCollection } from '../prepare-collection.ts';

export type DeadLetterOutcome = 'replayed' | 'discarded';

interface DispositionRow {
  /** `topic/partition/offset/failed-at`: offsets restart when a topic is created again. */
  _id: string;
  topic: string;
  partition: number;
  offset: number;
  outcome: DeadLetterOutcome;
  by: string;
  at: Date;
  /** Message of a discarded dead letter; stored rows have this field name. */
  letter?: {
    key: mongoose.mongo.Binary | null;
    value: mongoose.mongo.Binary | null;
    headers: Record<string, string>;
  };
}

/** Discarded dead letter, and the operator who discarded it. */
export interface DiscardedDeadLetter {
  message: ReceivedMessage;
  by: string;
  at: Date;
}

/** Runs work on the database of the dispositions. */
export type WithDispositionsDatabase = <Result>(
  work: (connection: Connection) => Promise<Result>,
) => Promise<Result>;

const keptSeconds = 90 * 24 * 3600;
const collectionName = 'dead_letter_notes';
const rowsOf = (connection: Connection) => connection.collection<DispositionRow>(collectionName);
const idOf = ({ topic, partition, offset, headers }: ReceivedMessage) =>
  [topic, partition, offset, headers['failed-at'] ?? ''].join('/');

const binary = (bytes: Buffer | null) => (bytes === null ? null : new mongoose.mongo.Binary(bytes));
const bufferOf = (bytes: mongoose.mongo.Binary | null | undefined) =>
  bytes ? Buffer.from(bytes.buffer) : null;

function discardedOf({ topic, partition, offset, letter, by, at }: DispositionRow): DiscardedDeadLetter {
  const raw = { key: bufferOf(letter?.key), value: bufferOf(letter?.value) };
  const texts = { key: raw.key?.toString() ?? '', value: raw.value?.toString() ?? '' };
  return {
    message: { topic, partition, offset: String(offset), ...texts, headers: letter?.headers ?? {}, raw },
    by,
    at,
  };
}

/** Deletes the dispositions of dead letters of topics that no longer exist. */
export async function forgetDeadLetterDispositions(connection: Connection): Promise<void> {
  await rowsOf(connection).deleteMany({});
}

/**
 * Dispositions: which dead letters were replayed or discarded. Kafka deletes messages only from the front of a partition, so a row marks
 * a dead letter behind others until Kafka can delete it.
 */
export function createDeadLetterDispositions(withDispositionsDatabase: WithDispositionsDatabase) {
  const dispositionOf = (
    message: ReceivedMessage,
    outcome: DeadLetterOutcome,
    by: string,
  ): DispositionRow => ({
    _id: idOf(message),
    topic: message.topic,
    partition: message.partition,
    offset: Number(message.offset),
    outcome,
    by,
    at: new Date(),
    ...(outcome === 'discarded' && {
      letter: { key: binary(message.raw.key), value: binary(message.raw.value), headers: message.headers },
    }),
  });

  return {
    prepare: () =>
      withDispositionsDatabase((connection) =>
        prepareCollection(connection, collectionName, [
          { key: { topic: 1, outcome: 1, at: -1 } },
          { key: { topic: 1, partition: 1, offset: 1 } },
          { key: { at: 1 }, expireAfterSeconds: keptSeconds },
        ]),
      ),
    /** Dead letters that were neither replayed nor discarded. */
    async waitingAmong(deadLetters: readonly ReceivedMessage[]): Promise<ReceivedMessage[]> {
      if (deadLetters.length === 0) return [];
      const rows = await withDispositionsDatabase((connection) =>
        rowsOf(connection)
          .find({ _id: { $in: deadLetters.map(idOf) } }, { projection: { _id: 1 } })
          .toArray(),
      );
      const settled = new Set(rows.map(({ _id }) => _id));
      return deadLetters.filter((deadLetter) => !settled.has(idOf(deadLetter)));
    },
    /** Number of settled dead letters from an offset on. */
    countFrom: (topic: string, partition: number, offset: number): Promise<number> =>
      withDispositionsDatabase((connection) =>
        rowsOf(connection).countDocuments({ topic, partition, offset: { $gte: offset } }),
      ),
    /** Records the outcome of dead letters; an earlier one stays. */
    record: (
      deadLetters: readonly ReceivedMessage[],
      outcome: DeadLetterOutcome,
      by: string,
    ): Promise<void> =>
      withDispositionsDatabase(async (connection) => {
        const operations = deadLetters.map((deadLetter) => ({
          updateOne: {
            filter: { _id: idOf(deadLetter) },
            update: { $setOnInsert: dispositionOf(deadLetter, outcome, by) },
            upsert: true,
          },
        }));
        if (operations.length > 0) await rowsOf(connection).bulkWrite(operations);
      }),
    /** Discarded dead letters, latest first. */
    discarded: (topic: string, limit: number): Promise<DiscardedDeadLetter[]> =>
      withDispositionsDatabase(async (connection) => {
        const rows = await rowsOf(connection)
          .find({ topic, outcome: 'discarded' })
          .sort({ at: -1 })
          .limit(limit)
          .toArray();
        return rows.map(discardedOf);
      }),
    countDiscarded: (topic: string): Promise<number> =>
      withDispositionsDatabase((connection) =>
        rowsOf(connection).countDocuments({ topic, outcome: 'discarded' }),
      ),
  };
}
