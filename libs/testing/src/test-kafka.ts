import { startKafka, type EmbeddedKafka } from '@kumbuka/embedded/kafka';
import { freePort } from '@kumbuka/embedded/loopback';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { borrow, type Lent } from './lender.ts';

export interface TestKafka {
  port: number;
  brokers: string[];
  /** It is away. */
  stop(): Promise<void>;
  /** It is back at the same port; one that lasts has what it held. */
  start(): Promise<void>;
  /** Nobody needs it any more. */
  end(): Promise<void>;
}

export interface TestKafkaOptions {
  /** What it holds outlives a stop. */
  lasts?: boolean;
  /** The port that clients are told of, where something stands in front of the broker. */
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

const lentKafka = ({ port, tell }: Lent): TestKafka => ({
  port,
  brokers: [`127.0.0.1:${port}`],
  stop: () => tell('stop'),
  start: () => tell('start'),
  end: () => tell('end'),
});

/** Kafka with nothing in it, for one test file. */
export async function startTestKafka(options: TestKafkaOptions = {}): Promise<TestKafka> {
  const { advertisedPort } = options;
  const wishes = advertisedPort === undefined ? {} : { advertisedPort: String(advertisedPort) };
  const lent = await borrow('kafka', wishes);
  return lent ? lentKafka(lent) : startEmbedded(options);
}
