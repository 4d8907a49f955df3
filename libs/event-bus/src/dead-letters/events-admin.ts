import mongoose from 'mongoose';
import type { ReceivedMessage } from '../bus.ts';
import { listParked, removeParked, type ParkedAggregate } from '../inbox/parked-aggregates.ts';
import { createClient } from '../kafka/client.ts';
import { followTopics, type Following } from '../kafka/follow-topics.ts';
import {
  createDeadLetterAdmin,
  type DeadLetterAdmin,
  type DeadLetterAdminOptions,
} from './dead-letter-admin.ts';

/** Operator access to events and dead letters without the product's processes. */
export interface EventsAdmin extends DeadLetterAdmin {
  parked(database: string, group: string): Promise<ParkedAggregate[]>;
  /** Unparks an aggregate, or all; returns the number of aggregates. */
  unpark(database: string, group: string, aggregate?: string): Promise<number>;
  /** Passes new events to `onMessage`, or all events since a time, without affecting other consumer groups. */
  follow(
    topics: readonly string[],
    onMessage: (message: ReceivedMessage) => void,
    from?: Date,
  ): Promise<Following>;
}

export interface EventsAdminOptions extends Omit<DeadLetterAdminOptions, 'withDispositionsDatabase'> {
  mongoUrl: string;
  /** Database with the dispositions of dead letters. */
  dispositionsDatabase: string;
}

export function createEventsAdmin({
  mongoUrl,
  dispositionsDatabase,
  ...options
}: EventsAdminOptions): EventsAdmin {
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

  return {
    ...createDeadLetterAdmin({
      ...options,
      withDispositionsDatabase: (work) => inDatabase(dispositionsDatabase, work),
    }),
    parked: (database, group) => inDatabase(database, (connection) => listParked(connection, group)),
    unpark: (database, group, aggregate) =>
      inDatabase(database, (connection) => removeParked(connection, group, aggregate)),
    follow: (topics, onMessage, from) => followTopics(createClient(options), topics, onMessage, from),
  };
}
