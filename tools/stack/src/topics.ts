import { topics } from '@kumbuka/contracts';
import { kafkaAccess, kafkaConfig, migrateTopics } from '@kumbuka/event-bus';
import { createLog } from '@kumbuka/http-kit';
import { z } from 'zod';
import { kafkaEnvironment, type StackFacts } from './environment.ts';

const kafkaNames = z.object(kafkaConfig);

/** Makes the Kafka topics that are not there yet, before anybody sends to one; waits for Kafka. */
export async function createTopics({ infrastructure, logLevel }: StackFacts): Promise<void> {
  const access = kafkaAccess(kafkaNames.parse(kafkaEnvironment(infrastructure)));
  const { kafkaReplication: replication = 1 } = infrastructure;
  await migrateTopics({
    ...access,
    clientId: 'topics',
    log: createLog('topics', logLevel),
    topics,
    replication,
  });
}
