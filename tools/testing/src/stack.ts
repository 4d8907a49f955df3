import { topics } from '@kumbuka/contracts';
import { migrateTopics } from '@kumbuka/event-bus';
import { createLog } from '@kumbuka/runtime';
import {
  areServersReal,
  startTestKafka,
  startTestMongo,
  startTestRedis,
  type TestKafka,
  type TestMongo,
  type TestRedis,
} from './servers/index.ts';

export interface TestStack {
  /** Variables for services with data. */
  env: { MONGO_URL: string; KAFKA_BROKERS: string; REDIS_URL?: string; IDEMPOTENCY_KEY: string };
  mongo: TestMongo;
  kafka: TestKafka;
  /** `null` with embedded servers, where limits count in the process. */
  redis: TestRedis | null;
  stop(): Promise<void>;
}

/** Starts MongoDB and Kafka, and Redis with real servers, on free ports, for one test file. */
export async function startStack(): Promise<TestStack> {
  const [mongo, kafka, redis] = await Promise.all([
    startTestMongo(),
    startTestKafka(),
    areServersReal ? startTestRedis() : null,
  ]);
  await migrateTopics({
    brokers: kafka.brokers,
    clientId: 'tests',
    log: createLog('tests', 'silent'),
    topics,
  });
  return {
    env: {
      MONGO_URL: mongo.uri(''),
      KAFKA_BROKERS: kafka.brokers.join(','),
      ...(redis && { REDIS_URL: redis.url }),
      IDEMPOTENCY_KEY: 'idempotency-key-for-tests',
    },
    mongo,
    kafka,
    redis,
    stop: async () => {
      await Promise.all([mongo.end(), kafka.end(), redis?.stop()]);
    },
  };
}
