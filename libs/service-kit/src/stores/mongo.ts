import { ProductError, Unavailable } from '@kumbuka/contracts';
import { conflictPauseMs, isUnavailable, isConflict, prepareCollection, transactOnce } from '@kumbuka/event-bus';
import type { Lifecycle, Log } from '@kumbuka/runtime';
import mongoose, { type ClientSession, type Connection, type Model, type QueryFilter } from 'mongoose';
import { StoreLoginRefused } from './store-login.ts';

export interface MongoOptions {
  url: string;
  database: string;
  log: Log;
  /** Milliseconds, for commands, which may compute for seconds between calls to the store. */
  patienceMs?: number;
}

export interface Mongo extends Lifecycle {
  connection: Connection;
}

/** UserNotFound, AuthenticationFailed, CommandNotFound of a server without logins, MechanismUnavailable. */
const refusedLogins = new Set<unknown>([11, 18, 59, 334]);
const isLoginRefused = (error: unknown) =>
  error instanceof mongoose.mongo.MongoServerError && refusedLogins.has(error.code);

/** Every filter on user data names the owner. */
export type Owned<Row> = QueryFilter<Row> & { ownerId: number };

const firstRetryMs = 200;
const lastRetryMs = 2_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Timeouts for a hanging MongoDB: it is probed every 0.5 s and must respond within 0.9 s, else pending calls
 * fail; the driver retries some, and selects another server within 0.3 s. Later calls fail immediately. Slow
 * queries may take longer, so sockets have no timeout.
 */
const patience = {
  heartbeatFrequencyMS: 500,
  minHeartbeatFrequencyMS: 100,
  serverMonitoringMode: 'poll',
  connectTimeoutMS: 900,
  serverSelectionTimeoutMS: 300,
  waitQueueTimeoutMS: 1_500,
} as const;

const patientFor = (ms: number) => ({ connectTimeoutMS: ms, serverSelectionTimeoutMS: ms });

/**
 * Separate connection to one database. start() waits for MongoDB as long as it takes and throws
 * `StoreLoginRefused`. Afterwards, calls to an unreachable or hanging store fail within 2 s, and the
 * connection recovers by itself.
 */
export function connectMongo({ url, database, log, patienceMs }: MongoOptions): Mongo {
  const connection = mongoose.createConnection();
  let stopped = false;
  /** A connection cannot be closed before opening has ended. */
  let opening: Promise<unknown> = Promise.resolve();

  /** Returns the failure, or `null`. */
  const open = () => {
    const failure = connection
      .openUri(url, {
        dbName: database,
        // Names the service in the server's log and list of operations.
        appName: database,
        ...(patienceMs === undefined ? patience : patientFor(patienceMs)),
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

/** Inserts a document as its store builds it; Mongoose would cast and validate every field again. */
export async function insertRow<Row>(
  { collection }: Model<Row>,
  row: NoInfer<Row>,
  options: mongoose.mongo.InsertOneOptions = {},
): Promise<void> {
  await collection.insertOne(row as object, options);
}

/** The same for several documents, and for none. */
export async function insertRows<Row>(
  { collection }: Model<Row>,
  rows: readonly NoInfer<Row>[],
  options: mongoose.mongo.BulkWriteOptions = {},
): Promise<void> {
  if (rows.length > 0) await collection.insertMany([...rows] as object[], options);
}

/** Milliseconds after which a request with repeated write conflicts fails. */
const conflictPatienceMs = 10_000;

/**
 * Runs `work` in one transaction with majority write concern and retries it after a conflict; it may only
 * make database calls with the session. Does not retry when the store is unreachable.
 */
export async function inTransaction<Result>(
  connection: Connection,
  work: (session: ClientSession) => Promise<Result>,
): Promise<Result> {
  const began = performance.now();
  for (let attempts = 0; ; attempts++) {
    try {
      return await transactOnce(connection, work);
    } catch (error) {
      if (!isConflict(error) || performance.now() - began > conflictPatienceMs) throw error;
      await pause(conflictPauseMs(attempts));
    }
  }
}

const indexOptionsConflict = 85;
const isOptionsConflict = (error: unknown) =>
  error instanceof mongoose.mongo.MongoServerError && error.code === indexOptionsConflict;

type Indexes = mongoose.mongo.IndexDescription[];

const sameKey = ({ key }: { key: unknown }) => JSON.stringify(key);

/** Indexes of all models of one collection. Our schemas do not use Mongoose's own words for directions. */
function indexesOf(models: readonly Model<unknown>[]): Indexes {
  const all = models.flatMap(({ schema }) =>
    schema.indexes().map(([key, options]) => ({ ...options, key }) as mongoose.mongo.IndexDescription),
  );
  return [...new Map(all.map((index) => [sameKey(index), index])).values()];
}

/** Updates the TTLs of existing indexes. */
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
 * Creates the collections and indexes of models before the first request, because transactions cannot create
 * collections. Existing indexes with another TTL are updated in place. Sequential, because parallel calls
 * would open ten connections and take longer.
 */
export async function prepareCollections(connection: Connection) {
  const models = Map.groupBy(Object.values(connection.models), ({ collection }) => collection.collectionName);
  for (const [name, those] of models) await prepareWithLifetimes(connection, name, indexesOf(those));
}

/** Maps an unreachable store, and a write conflict that nobody retried, to `Unavailable`; other errors stay. */
export function asProductError(error: unknown): unknown {
  const canBeRetried = !(error instanceof ProductError) && (isUnavailable(error) || isConflict(error));
  return canBeRetried ? new Unavailable(error) : error;
}
