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
  /** Absent: everything in memory, nothing survives `stop`. */
  dataDir?: string;
  /** Partitions of a topic that is created without a number (1). */
  defaultPartitions?: number;
  /** Whether asking for a topic creates it (false). */
  autoCreateTopics?: boolean;
  /** Milliseconds of the answers that a Kafka gives right after its start (0). */
  coldStartMs?: number;
  /** Milliseconds between two runs of retention (5 minutes). */
  sweepMs?: number;
  /** The clock of retention and timestamps, in milliseconds since 1970. */
  now?: () => number;
  /** The clock of the broker's own age, in milliseconds that only grow. */
  monotonic?: () => number;
  /** Logins and rules; absent: everybody may do everything. */
  access?: AccessOptions;
  /** Told of every failure that is not a client's fault, such as a full disk. */
  onFailure?: (error: unknown) => void;
};

export type EmbeddedKafka = { port: number; brokers: string[]; stop(): Promise<void> };

/** The embedded broker is a tool of development and never serves production. */
export class KafkaRefusesProduction extends Error {
  readonly code = 'KAFKA_REFUSES_PRODUCTION';

  constructor() {
    super('The embedded Kafka does not start with NODE_ENV=production: use a real one');
    this.name = 'KafkaRefusesProduction';
  }
}

const SWEEP_MS = 300_000;

/**
 * Starts a Kafka broker on 127.0.0.1 that keeps its log in `dataDir`. An acknowledged message, offset or
 * topic is on disk. Throws KafkaRefusesProduction, KafkaDirectoryLocked, KafkaFormatUnknown, and the
 * system's error when the port is taken.
 */
export async function startKafka(options: KafkaOptions = {}): Promise<EmbeddedKafka> {
  if (process.env['NODE_ENV'] === 'production') throw new KafkaRefusesProduction();
  const onFailure = options.onFailure ?? ((error) => console.error('embedded Kafka:', error));
  const db = openDatabase(options.dataDir);
  const broker = createBroker(db, {
    defaultPartitions: options.defaultPartitions ?? 1,
    autoCreateTopics: options.autoCreateTopics ?? false,
    coldStartMs: options.coldStartMs ?? 0,
    now: options.now ?? Date.now,
    monotonic: options.monotonic ?? (() => performance.now()),
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

/** Applies retention every so often; `stop` waits for a run that is under way. */
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
