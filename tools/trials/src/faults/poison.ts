import { topicOf, type ServiceName } from '@kumbuka/contracts';
import { createBus } from '@kumbuka/event-bus';
import { readKeys } from '@kumbuka/stack/keys';
import { silent } from '../product/measure.ts';

/** Publishes an invalid event on a service's topic of the embedded Kafka, as a broken service would. */
export async function plantPoison(dataDir: string, broker: string, source: ServiceName, value: string) {
  const password = readKeys(dataDir).kafka[source];
  const login = { mechanism: 'scram-sha-512', username: source, password } as const;
  const bus = createBus({ brokers: [broker], login, clientId: 'forger', log: silent });
  try {
    await bus.publish(topicOf(source), [{ key: '1', value }]);
  } finally {
    await bus.stop();
  }
}
