import { topics } from '@kumbuka/contracts';
import { migrateTopics } from '@kumbuka/event-bus';
import { createLog, type Environment } from '@kumbuka/http-kit';
import { loadConfig } from './config.ts';

/**
 * Makes the Kafka topics that are not there yet, before anybody sends to one; waits for Kafka. Throws
 * ConfigurationInvalid with every problem of the environment.
 */
export async function createTopics(env: Environment): Promise<void> {
  const { kafka, logLevel, replication } = loadConfig(env);
  await migrateTopics({
    ...kafka,
    clientId: 'topics',
    log: createLog('topics', logLevel),
    topics,
    replication,
  });
}
