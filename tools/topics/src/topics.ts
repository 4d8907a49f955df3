import { topics } from '@kumbuka/contracts';
import { kafkaAccess, kafkaConfig, migrateTopics } from '@kumbuka/event-bus';
import { createLog, processConfig, readConfig, type Environment } from '@kumbuka/http-kit';
import { z } from 'zod';

const schema = z.object({
  LOG_LEVEL: processConfig.LOG_LEVEL,
  ...kafkaConfig,
  /** Copies of each topic that is made, itself among them. */
  KAFKA_REPLICATION: z.coerce.number().int().min(1).max(9).default(1),
});

/**
 * Makes the Kafka topics that are not there yet, before anybody sends to one; waits for Kafka. Throws
 * ConfigurationInvalid with every problem of the environment.
 */
export async function createTopics(env: Environment): Promise<void> {
  const read = readConfig(schema, env);
  await migrateTopics({
    ...kafkaAccess(read),
    clientId: 'topics',
    log: createLog('topics', read.LOG_LEVEL),
    topics,
    replication: read.KAFKA_REPLICATION,
  });
}
