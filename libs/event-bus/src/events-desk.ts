import mongoose from 'mongoose';
import type { ReceivedMessage } from './bus.ts';
import { listParked, removeParked, type ParkedAggregate } from './inbox.ts';
import { createClient } from './kafka/client.ts';
import { followTopics, type Following } from './kafka/follow-topics.ts';
import { createLettersDesk, type LettersDesk, type LettersDeskOptions } from './letters-desk.ts';

/** What an operator without the product's processes can ask about events, and do about those that nobody worked off. */
export interface EventsDesk extends LettersDesk {
  parked(database: string, group: string): Promise<ParkedAggregate[]>;
  /** Lets events of the aggregate in again, or of all; gives how many aggregates it was. */
  unpark(database: string, group: string, aggregate?: string): Promise<number>;
  /** Shows events as they come from now on; nobody else misses one. */
  follow(topics: readonly string[], see: (message: ReceivedMessage) => void): Promise<Following>;
}

export interface EventsDeskOptions extends Omit<LettersDeskOptions, 'inNotes'> {
  mongoUrl: string;
  /** The database that keeps what was decided about dead letters. */
  notesDatabase: string;
}

export function createEventsDesk({ mongoUrl, notesDatabase, ...options }: EventsDeskOptions): EventsDesk {
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
    ...createLettersDesk({ ...options, inNotes: (work) => inDatabase(notesDatabase, work) }),
    parked: (database, group) => inDatabase(database, (connection) => listParked(connection, group)),
    unpark: (database, group, aggregate) =>
      inDatabase(database, (connection) => removeParked(connection, group, aggregate)),
    follow: (topics, see) => followTopics(createClient(options), topics, see),
  };
}
