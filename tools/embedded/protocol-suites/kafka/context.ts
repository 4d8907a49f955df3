import { setTimeout as sleep } from 'node:timers/promises';
import { Kafka, logLevel } from 'kafkajs';
import { onTestFinished } from 'vitest';
import { type RawKafka, rawKafka } from './requests.ts';
import { present } from '../present.ts';

export type KafkaSuiteOptions = {
  /** Returns the addresses of the broker under test. Called when a test starts. */
  brokers: () => string[];
  /** Kills the broker with SIGKILL and restarts it on the same address and data. */
  crash?: () => Promise<void>;
};

export type KafkaContext = ReturnType<typeof createKafkaContext>;

const POLL_MS = 20;
const TIMEOUT_MS = 60_000;

/** Polls until the condition holds; rejects after a minute. */
export async function until(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`Waited ${TIMEOUT_MS} ms for ${what}`);
    await sleep(POLL_MS);
  }
}

/** Helpers of the cases: connections that close with their test, unique names, ready topics. */
export function createKafkaContext({ brokers }: KafkaSuiteOptions) {
  const prefix = `suite-${Date.now().toString(36)}`;
  let count = 0;
  const address = () => present(brokers()[0]);

  const raw = async (clientId?: string): Promise<RawKafka> => {
    const connection = await rawKafka(address(), clientId);
    onTestFinished(() => connection.close());
    return connection;
  };
  const name = (kind = 'name') => `${prefix}-${kind}-${(count += 1)}`;

  return {
    address,
    raw,
    /** Returns a name that no other test uses. */
    name,
    /** Creates a kafkajs client that retries as the services do. */
    client: (clientId = 'suite') =>
      new Kafka({
        clientId,
        brokers: brokers(),
        logLevel: logLevel.NOTHING,
        retry: { initialRetryTime: 50, maxRetryTime: 500, retries: 200 },
      }),
    /** Creates a topic and waits until all its partitions have a leader. */
    async topic(partitions = 1, configs: Record<string, string> = {}): Promise<string> {
      const topic = name('topic');
      const connection = await rawKafka(address());
      const codes = await connection.createTopics([{ name: topic, partitions, configs }]);
      if (codes.get(topic) !== 0) throw new Error(`createTopics returned ${codes.get(topic)}`);
      for (let number = 0; number < partitions; number += 1)
        await until(async () => (await connection.listOffsets(topic, number, -1)).code === 0, topic);
      connection.close();
      return topic;
    },
  };
}

/** Error codes of Kafka while its coordinator starts: loading, not available, not coordinator. */
const COLD: readonly number[] = [14, 15, 16];

/** Retries like a client until a starting broker is ready. Returns the error codes that it received. */
export async function waitUntilWarm(address: string): Promise<Set<number>> {
  const seen = new Set<number>();
  const connection = await rawKafka(address);
  const isWarm = (code: number) => {
    if (code !== 0) seen.add(code);
    return !COLD.includes(code);
  };
  const group = `warm-${Date.now()}`;
  await until(async () => isWarm((await connection.findCoordinator(group)).code), 'a coordinator');
  await until(async () => isWarm((await connection.offsets(group, [])).code), 'a loaded coordinator');
  await until(async () => isWarm((await connection.initProducerId()).code), 'producer ids');
  connection.close();
  return seen;
}
