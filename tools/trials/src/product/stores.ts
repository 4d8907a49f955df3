import { mongodPath, startRealMongo, ToolMissing, wipeMongo } from '@kumbuka/real-servers/mongo';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { pidOf, type Product } from './product.ts';

/** MongoDB, Kafka and Redis of a trial. */
export interface Stores {
  /** Sends SIGKILL. The stores restart by themselves with their data. */
  kill(product: Product): void;
  /** Deletes the data of MongoDB and Kafka of a stopped product. */
  lose(dataDir: string): Promise<void>;
}

const loseIn = (dataDir: string, store: string) =>
  renameSync(join(dataDir, store), join(dataDir, `${store}-lost`));

const embedded: Stores = {
  kill: (product) => void process.kill(pidOf(product, 'infrastructure'), 'SIGKILL'),
  async lose(dataDir) {
    for (const store of ['mongo', 'kafka']) loseIn(dataDir, store);
  },
};

type Running = Stores & { stop(): Promise<void> };

const notRun = 2;

/** Returns the path of `mongod`. Ends the trial with NOT RUN when there is none. */
export function mongodOrNotRun(): string {
  try {
    return mongodPath();
  } catch (error) {
    if (!(error instanceof ToolMissing)) throw error;
    console.error(`NOT RUN: a trial on a real MongoDB: ${error.message}`);
    process.exit(notRun);
  }
}

async function startReal(): Promise<Running> {
  const server = await startRealMongo(mongodOrNotRun());
  // The product and its commands inherit the variable.
  process.env['MONGO_URL'] = server.uri('');
  let ready = Promise.resolve();
  const restart = () => server.kill().then(() => server.restart());
  return {
    kill(product) {
      embedded.kill(product);
      ready = ready.then(restart);
    },
    async lose(dataDir) {
      loseIn(dataDir, 'kafka');
      await restart();
      await wipeMongo(server);
    },
    stop: () => ready.finally(() => server.stop()),
  };
}

/** Starts the stores. `REAL_MONGO=1` uses a real MongoDB; the other stores are embedded in the product. */
export const startStores = async (): Promise<Running> =>
  process.env['REAL_MONGO'] === undefined ? { ...embedded, stop: async () => undefined } : startReal();

export async function withStores(run: (stores: Stores) => Promise<void>): Promise<void> {
  const stores = await startStores();
  await run(stores).finally(() => stores.stop());
}
