import { mongoUri } from '@kumbuka/embedded/addresses';
import { freePort } from '@kumbuka/embedded/loopback';
import { startMongo } from '@kumbuka/embedded/mongo';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { borrow, type Lent } from './lender.ts';

export interface TestMongo {
  port: number;
  uri(database: string): string;
  /** Stops it. Its data is lost unless `lasts` is set. */
  stop(): Promise<void>;
  /** Restarts it at the same port, with its data if `lasts`. */
  start(): Promise<void>;
  /** Stops it and deletes its data. */
  end(): Promise<void>;
}

interface TestMongoOptions {
  /** Keeps the data across a stop. */
  lasts?: boolean;
}

async function startEmbedded({ lasts = false }: TestMongoOptions): Promise<TestMongo> {
  const dataDir = lasts ? await mkdtemp(join(tmpdir(), 'test-mongo-')) : undefined;
  const startAt = (port: number) => startMongo({ port, ...(dataDir === undefined ? {} : { dataDir }) });
  let mongo = await startAt(await freePort());
  const { port } = mongo;
  return {
    port,
    uri: (database) => mongoUri(port, database),
    stop: () => mongo.stop(),
    async start() {
      mongo = await startAt(port);
    },
    async end() {
      await mongo.stop();
      if (dataDir !== undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const lentMongo = ({ port, control }: Lent): TestMongo => ({
  port,
  uri: (database) => mongoUri(port, database),
  stop: () => control('stop'),
  start: () => control('start'),
  end: () => control('end'),
});

/** Starts an empty MongoDB for one test file. */
export async function startTestMongo(options: TestMongoOptions = {}): Promise<TestMongo> {
  const lent = await borrow('mongo');
  return lent ? lentMongo(lent) : startEmbedded(options);
}
