import { ProductError, Unavailable } from '@kumbuka/contracts';
import { conflictPauseMs, isAway, isConflict, prepareCollection, transactOnce } from '@kumbuka/event-bus';
import type { Lifecycle, Log } from '@kumbuka/http-kit';
import mongoose, { type ClientSession, type Connection, type Model, type QueryFilter } from 'mongoose';
import { StoreLoginRefused } from './store-login.ts';

export interface MongoOptions {
  url: string;
  database: string;
  log: Log;
  /** For a command, which may work for seconds before it hears of the store again. */
  isPatient?: boolean;
}

export interface Mongo extends Lifecycle {
  connection: Connection;
}

/** UserNotFound, AuthenticationFailed, CommandNotFound of a server without logins, MechanismUnavailable. */
const refusedLogins = new Set<unknown>([11, 18, 59, 334]);
const isLoginRefused = (error: unknown) =>
  error instanceof mongoose.mongo.MongoServerError && refusedLogins.has(error.code);

/** A filter of user data always names the owner. */
export type Owned<Row> = QueryFilter<Row> & { ownerId: number };

const firstRetryMs = 200;
const lastRetryMs = 2_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * How long a call can take whose MongoDB hangs: it is looked at every 0.5 s and must answer within 0.9 s, else every
 * call on its way fails; the driver repeats some, and looks for another server for 0.3 s. Later calls fail after that.
 * Calls that MongoDB works on may take longer, so sockets have no limit of their own.
 */
const patience = {
  heartbeatFrequencyMS: 500,
  minHeartbeatFrequencyMS: 100,
  serverMonitoringMode: 'poll',
  connectTimeoutMS: 900,
  serverSelectionTimeoutMS: 300,
  waitQueueTimeoutMS: 1_500,
} as const;

/** As long as the driver would wait by itself. */
const longPatience = {
  connectTimeoutMS: 30_000,
  serverSelectionTimeoutMS: 30_000,
} as const;

/**
 * A connection of its own to one database. start() waits for MongoDB as long as it takes, and throws
 * StoreLoginRefused; afterwards calls to a store that is dead or hangs fail within 2 s, and it recovers by itself.
 */
export function connectMongo({ url, database, log, isPatient = false }: MongoOptions): Mongo {
  const connection = mongoose.createConnection();
  let stopped = false;
  /** What is opened cannot be closed before that ended. */
  let opening: Promise<unknown> = Promise.resolve();

  /** What was wrong, or null. */
  const open = () => {
    const failure = connection
      .openUri(url, {
        dbName: database,
        ...(isPatient ? longPatience : patience),
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
        if (!failure) return;
        if (isLoginRefused(failure)) throw new StoreLoginRefused('MongoDB', failure);
        log.warn({ err: failure, database }, 'waiting for MongoDB');
        await pause(wait);
      }
    },
    async stop() {
      stopped = true;
      await opening;
      await connection.close();
    },
    isReady: () => connection.readyState === 1,
  };
}

/** Milliseconds until a request whose transaction met another one every time is given up. */
const conflictPatienceMs = 10_000;

/**
 * Runs `work` in one transaction with majority write concern, again from the start after a conflict: it must do
 * nothing but database calls with the session. A store that is away is not asked again.
 */
export async function inTransaction<Result>(
  connection: Connection,
  work: (session: ClientSession) => Promise<Result>,
): Promise<Result> {
  const began = performance.now();
  for (let tries = 0; ; tries++) {
    try {
      return await transactOnce(connection, work);
    } catch (error) {
      if (!isConflict(error) || performance.now() - began > conflictPatienceMs) throw error;
      await pause(conflictPauseMs(tries));
    }
  }
}

const indexOptionsConflict = 85;
const isOptionsConflict = (error: unknown) =>
  error instanceof mongoose.mongo.MongoServerError && error.code === indexOptionsConflict;

type Indexes = mongoose.mongo.IndexDescription[];

const sameKey = ({ key }: { key: unknown }) => JSON.stringify(key);

/** Those of all models of one collection. No schema of ours uses the words for directions that only Mongoose knows. */
function indexesOf(models: readonly Model<unknown>[]): Indexes {
  const all = models.flatMap(({ schema }) =>
    schema.indexes().map(([key, options]) => ({ ...options, key }) as mongoose.mongo.IndexDescription),
  );
  return [...new Map(all.map((index) => [sameKey(index), index])).values()];
}

/** Gives the indexes that are there the times to live that are wanted. */
async function changeLifetimes(connection: Connection, name: string, indexes: Indexes) {
  const lifetimes = new Map(indexes.map((index) => [sameKey(index), index.expireAfterSeconds]));
  for (const present of await connection.collection(name).indexes()) {
    const wanted = lifetimes.get(sameKey(present));
    if (present.expireAfterSeconds === undefined || wanted === undefined) continue;
    if (present.expireAfterSeconds === wanted) continue;
    const index = { name: present.name, expireAfterSeconds: wanted };
    await connection.db?.command({ collMod: name, index });
  }
}

async function prepareWithLifetimes(connection: Connection, name: string, indexes: Indexes) {
  try {
    await prepareCollection(connection, name, indexes);
  } catch (error) {
    if (!isOptionsConflict(error)) throw error;
    await changeLifetimes(connection, name, indexes);
    await prepareCollection(connection, name, indexes);
  }
}

/**
 * Makes the collections and indexes of models before the first request; transactions cannot create collections late.
 * An index of an older make keeps its entries when only the time to live is another one. One after the other, because
 * side by side they would open ten connections, which takes longer.
 */
export async function prepareCollections(connection: Connection) {
  const models = Map.groupBy(Object.values(connection.models), ({ collection }) => collection.collectionName);
  for (const [name, those] of models) await prepareWithLifetimes(connection, name, indexesOf(those));
}

/** A store that is away as Unavailable; other errors stay as they are. */
export const asProductError = (error: unknown): unknown =>
  error instanceof ProductError || !isAway(error) ? error : new Unavailable(error);

export const isDuplicateKey = (error: unknown): error is Error & { keyPattern?: Record<string, unknown> } =>
  error instanceof Error && 'code' in error && error.code === 11000;
