import { kafkaBroker } from '../addresses.ts';
import type { AccessOptions } from './access/access.ts';
import type { Broker } from './apis/api.ts';
import { createBroker } from './broker.ts';
import { createKafkaServer } from './server.ts';
import { openDatabase } from './storage/database.ts';

export { KafkaDirectoryLocked, KafkaFormatUnknown } from './storage/database.ts';

export type KafkaOptions = {
  /** 0 or absent: any free port. */
  port?: number;
  /** Advertised port, when a proxy is in front of the broker. */
  advertisedPort?: number;
  /** Absent: data is in memory and lost after `stop`. */
  dataDir?: string;
  /** Interval of retention in milliseconds (5 minutes). */
  sweepMs?: number;
  /** Wall clock of retention and timestamps, in milliseconds since 1970. */
  now?: () => number;
  /** Logins and rules. Absent: every client has all rights. */
  access?: AccessOptions;
  /** Called with every failure that no client caused, such as a full disk. */
  onFailure?: (error: unknown) => void;
};

export type EmbeddedKafka = { port: number; brokers: string[]; stop(): Promise<void> };

/** The embedded broker is for development and tests only. */
export class KafkaRejectsProduction extends Error {
  readonly code = 'KAFKA_REFUSES_PRODUCTION';

  constructor() {
    super('The embedded Kafka does not start with NODE_ENV=production: use a real one');
    this.name = 'KafkaRejectsProduction';
  }
}

const SWEEP_MS = 300_000;

/**
 * Starts a Kafka broker on 127.0.0.1 that keeps its log in `dataDir`. Acknowledged messages, offsets and topics are on
 * disk. Throws KafkaRejectsProduction, KafkaDirectoryLocked, KafkaFormatUnknown, and the
 * system's error when the port is taken.
 */
export async function startKafka(options: KafkaOptions = {}): Promise<EmbeddedKafka> {
  if (process.env['NODE_ENV'] === 'production') throw new KafkaRejectsProduction();
  const onFailure = options.onFailure ?? ((error) => console.error('embedded Kafka:', error));
  const db = openDatabase(options.dataDir);
  const broker = createBroker(db, {
    now: options.now ?? Date.now,
    access: options.access,
    onFailure,
  });
  const server = createKafkaServer(broker, onFailure);
  const port = await server.listen(options.port ?? 0).catch((error: unknown) => {
    db.close();
    throw error;
  });
  broker.port = options.advertisedPort ?? port;
  const sweeper = startSweeper(broker, options.sweepMs ?? SWEEP_MS, onFailure);

  const stopAll = async () => {
    await sweeper.stop();
    await server.close();
    broker.coordinator.stop();
    broker.commit.close();
    db.close();
  };
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= stopAll());
  return { port, brokers: [kafkaBroker(broker.port)], stop };
}

/** Applies retention at an interval. `stop` waits for a running sweep. */
function startSweeper(broker: Broker, sweepMs: number, onFailure: (error: unknown) => void) {
  let running: Promise<void> = Promise.resolve();
  const sweep = async () => {
    await broker.retention.sweep();
    await broker.coordinator.sweep();
  };
  const timer = setInterval(() => (running = running.then(sweep).catch(onFailure)), sweepMs).unref();
  return {
    stop: () => {
      clearInterval(timer);
      return running;
    },
  };
}
