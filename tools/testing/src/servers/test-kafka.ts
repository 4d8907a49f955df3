import { startKafka, type EmbeddedKafka } from '@kumbuka/embedded/kafka';
import { freePort } from '@kumbuka/embedded/loopback';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { borrow, type Lent } from './lender.ts';

export interface TestKafka {
  port: number;
  brokers: string[];
  /** Stops it. Its data is lost unless `lasts` is set. */
  stop(): Promise<void>;
  /** Restarts it at the same port, with its data if `lasts`. */
  start(): Promise<void>;
  /** Stops it and deletes its data. */
  end(): Promise<void>;
}

interface TestKafkaOptions {
  /** Keeps the data across a stop. */
  lasts?: boolean;
  /** Advertised port, when a proxy is in front of the broker. */
  advertisedPort?: number;
}

async function startEmbedded({ lasts = false, ...options }: TestKafkaOptions): Promise<TestKafka> {
  const dataDir = lasts ? await mkdtemp(join(tmpdir(), 'test-kafka-')) : undefined;
  const startAt = (port: number): Promise<EmbeddedKafka> =>
    startKafka({ ...options, port, ...(dataDir === undefined ? {} : { dataDir }) });
  let kafka = await startAt(await freePort());
  const { port, brokers } = kafka;
  return {
    port,
    brokers,
    stop: () => kafka.stop(),
    async start() {
      kafka = await startAt(port);
    },
    async end() {
      await kafka.stop();
      if (dataDir !== undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const lentKafka = ({ port, control }: Lent): TestKafka => ({
  port,
  brokers: [`127.0.0.1:${port}`],
  stop: () => control('stop'),
  start: () => control('start'),
  end: () => control('end'),
});

/** Starts an empty Kafka for one test file. */
export async function startTestKafka(options: TestKafkaOptions = {}): Promise<TestKafka> {
  const { advertisedPort } = options;
  const wishes = advertisedPort === undefined ? {} : { advertisedPort: String(advertisedPort) };
  const lent = await borrow('kafka', wishes);
  return lent ? lentKafka(lent) : startEmbedded(options);
}
