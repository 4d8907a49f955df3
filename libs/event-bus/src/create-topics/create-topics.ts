import { anonymousLogin, anonymousRules, kafkaLogins, kafkaRules, topics } from '@kumbuka/contracts';
import { createLog, type Environment } from '@kumbuka/runtime';
import { migrateAccess } from '../kafka/access-rules.ts';
import { migrateTopics } from '../kafka/topics.ts';
import { loadConfig } from './config.ts';

/**
 * Creates missing Kafka topics, and with KAFKA_LOGINS these logins and the access rules of all logins. Waits for Kafka.
 * Throws `ConfigurationInvalid` with every problem of the environment.
 */
export async function createTopics(env: Environment): Promise<void> {
  const { kafka, logLevel, replication, passwords, isAnonymousReader } = loadConfig(env);
  const client = { ...kafka, clientId: 'topics', log: createLog('topics', logLevel) };
  await migrateTopics({ ...client, topics, replication });
  if (passwords === undefined) return;
  const rules = [...kafkaRules, ...(isAnonymousReader ? anonymousRules : [])];
  await migrateAccess({ ...client, passwords, rules, logins: [...kafkaLogins, anonymousLogin] });
}
