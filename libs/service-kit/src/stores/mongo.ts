import { isStoreLost } from '@kumbuka/event-bus';
import type { Lifecycle, Log } from '@kumbuka/runtime';
import mongoose, { type Connection, type Model, type QueryFilter } from 'mongoose';
import { setTimeout as pause } from 'node:timers/promises';
import { StoreLoginRejected } from './store-login.ts';

export interface MongoOptions {
  url: string;
  database: string;
  log: Log;
  /** Timeout in milliseconds for commands, which may compute for seconds between calls to the store. */
  timeoutMs?: number;
}

export interface Mongo extends Lifecycle {
  connection: Connection;
}

/** UserNotFound, AuthenticationFailed, CommandNotFound of a server without logins, MechanismUnavailable. */
const rejectedLogins = new Set<unknown>([11, 18, 59, 334]);
const isLoginRejected = (error: unknown) =>
  error instanceof mongoose.mongo.MongoServerError && rejectedLogins.has(error.code);

/** Filter on user data, which must contain the owner. */
export type Owned<Row> = QueryFilter<Row> & { ownerId: number };

const firstRetryMs = 200;
const lastRetryMs = 2_000;

/**
 * The driver waits out a pause of 3 s, also when this process and MongoDB pause one after the other, and the election of
 * a primary. `failSoonWhenLost` ends requests to a store that is silent for 4 s. Slow queries may take longer, so
 * sockets have no timeout.
 */
const timeouts = {
  heartbeatFrequencyMS: 500,
  minHeartbeatFrequencyMS: 100,
  serverMonitoringMode: 'poll',
  connectTimeoutMS: 7_000,
  serverSelectionTimeoutMS: 14_000,
  waitQueueTimeoutMS: 14_000,
} as const;

/** Milliseconds that stopping may wait for a server that does not respond. */
const closeWithinMs = 2_000;

const timeoutsOf = (ms: number) => ({ connectTimeoutMS: ms, serverSelectionTimeoutMS: ms });

/**
 * Creates a separate connection to one database. start() waits for MongoDB as long as it takes and throws
 * `StoreLoginRejected`. Afterwards the connection recovers by itself.
 */
export function connectMongo({ url, database, log, timeoutMs }: MongoOptions): Mongo {
  const connection = mongoose.createConnection();
  let stopped = false;
  let isOpen = false;
  /** A connection cannot be closed before opening has ended. */
  let opening: Promise<unknown> = Promise.resolve();

  /** Returns the failure, or `null`. */
  const open = () => {
    const failure = connection
      .openUri(url, {
        dbName: database,
        // Names the service in the server's log and list of operations.
        appName: database,
        ...timeouts,
        ...(timeoutMs === undefined ? {} : timeoutsOf(timeoutMs)),
        maxPoolSize: 32,
        minPoolSize: 1,
        bufferCommands: false,
        autoCreate: false,
        autoIndex: false,
        w: 'majority',
      })
      .then(
        () => null,
        (error: unknown) => error,
      );
    opening = failure;
    return failure;
  };

  return {
    connection,
    async start() {
      for (let wait = firstRetryMs; !stopped; wait = Math.min(wait * 2, lastRetryMs)) {
        const failure = await open();
        isOpen = !failure;
        if (!failure) return;
        if (isLoginRejected(failure)) throw new StoreLoginRejected('MongoDB', failure);
        log.warn({ err: failure, database }, 'waiting for MongoDB');
        await pause(wait);
      }
    },
    async stop() {
      stopped = true;
      // Ends a search for a server that may last longer than a stopping process does.
      if (!isOpen) await connection.getClient()?.close();
      await opening;
      await Promise.race([connection.close(), pause(closeWithinMs, undefined, { ref: false })]);
    },
    isReady: () => isOpen && !stopped && !isStoreLost(connection),
  };
}

/** Inserts a document as its store builds it; Mongoose would cast and validate every field again. */
export async function insertRow<Row>(
  { collection }: Model<Row>,
  row: NoInfer<Row>,
  options: mongoose.mongo.InsertOneOptions = {},
): Promise<void> {
  await collection.insertOne(row as object, options);
}

/** Inserts documents like `insertRow`; an empty list is allowed. */
export async function insertRows<Row>(
  { collection }: Model<Row>,
  rows: readonly NoInfer<Row>[],
  options: mongoose.mongo.BulkWriteOptions = {},
): Promise<void> {
  if (rows.length > 0) await collection.insertMany([...rows] as object[], options);
}
