import { kafkaBroker, mongoUri } from '@kumbuka/embedded/addresses';
import { resolve } from 'node:path';
import type { KafkaLoginName } from '@kumbuka/contracts';
import { readRun } from './data-directory.ts';
import { kafkaLoginOf, readKeys } from './keys.ts';
import { root } from './repository.ts';
import type { Settings } from './settings.ts';

export const dataDirOf = ({ KUMBUKA_DATA_DIR }: Settings): string => resolve(root, KUMBUKA_DATA_DIR);

/** The product does not run on the data directory. */
class ProductNotRunning extends Error {
  readonly code = 'PRODUCT_NOT_RUNNING';

  constructor(dataDir: string) {
    super(`Nothing runs on ${dataDir}; start the product first.`);
    this.name = 'ProductNotRunning';
  }
}

/** Returns a port of the product that runs on the data directory. */
function portOf(settings: Settings, store: 'mongo' | 'kafka'): number {
  const dataDir = dataDirOf(settings);
  const port = readRun(dataDir)?.ports[store];
  if (port === undefined) throw new ProductNotRunning(dataDir);
  return port;
}

/** Returns the store of the settings, else that of the product on the data directory. Throws ProductNotRunning. */
export const mongoUrlOf = (settings: Settings): string =>
  settings.MONGO_URL ?? mongoUri(portOf(settings, 'mongo'));
export const brokersOf = (settings: Settings): string =>
  settings.KAFKA_BROKERS ?? kafkaBroker(portOf(settings, 'kafka'));

/** Returns `KAFKA_LOGIN` for external brokers, or a login of the embedded Kafka of the data directory. */
export const loginOf = (settings: Settings, name: KafkaLoginName): string | undefined =>
  settings.KAFKA_BROKERS === undefined
    ? kafkaLoginOf(readKeys(dataDirOf(settings)), name)
    : settings.KAFKA_LOGIN;
