import { topicOf, type ServiceName } from '@kumbuka/contracts';
import { createBus, type KafkaLogin } from '@kumbuka/event-bus';
import { readKeys } from '@kumbuka/stack/keys';
import { silent } from '../product/measure.ts';

/** Returns the login of a service at the embedded Kafka of a data directory. */
export const loginOf = (dataDir: string, username: ServiceName): KafkaLogin => ({
  mechanism: 'scram-sha-512',
  username,
  password: readKeys(dataDir).kafka[username],
});

/** Publishes a message, anonymously without a login. Rejects when Kafka rejects it. */
export async function publishAs(login: KafkaLogin | null, broker: string, topic: string, value: string) {
  const bus = createBus({ brokers: [broker], ...(login && { login }), clientId: 'forger', log: silent });
  try {
    await bus.publish(topic, [{ key: '1', value }]);
  } finally {
    await bus.stop();
  }
}

/** Publishes an invalid event on a service's topic, as a broken service would. */
export const plantPoison = (dataDir: string, broker: string, source: ServiceName, value: string) =>
  publishAs(loginOf(dataDir, source), broker, topicOf(source), value);
