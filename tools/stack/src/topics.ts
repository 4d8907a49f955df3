import { topics } from '@kumbuka/contracts';
import { migrateTopics } from '@kumbuka/event-bus';
import { createLog } from '@kumbuka/http-kit';

/** Makes the Kafka topics that are not there yet, before anybody sends to one; waits for Kafka. */
export async function createTopics(brokers: string, logLevel: string): Promise<void> {
  const log = createLog('topics', logLevel);
  await migrateTopics({ brokers: brokers.split(','), clientId: 'topics', log, topics });
}
