import { eventually, startTestKafka, startTlsProxy } from '@kumbuka/testing/servers';
import { expect, it, onTestFinished } from 'vitest';
import { silent } from '../testing/trial-stack.ts';
import { createBus, migrateTopics } from '../index.ts';

it('the Kafka client creates topics, publishes and consumes over TLS', async () => {
  const proxy = await startTlsProxy();
  onTestFinished(() => proxy.stop());
  const kafka = await startTestKafka({ advertisedPort: proxy.port });
  onTestFinished(() => kafka.end());
  proxy.forwardTo(kafka.port);
  const access = { brokers: [`127.0.0.1:${proxy.port}`], tls: true, clientId: 'secured', log: silent };
  await migrateTopics({ ...access, topics: [{ name: 'secured', partitions: 1 }] });
  const bus = createBus(access);
  onTestFinished(() => bus.stop());
  const received: string[] = [];
  await bus.subscribe({
    group: 'secured',
    topics: ['secured'],
    onBatch: async ({ messages, done }) => {
      received.push(...messages.map(({ value }) => value));
      done(messages.at(-1)?.offset ?? '0');
    },
  });
  await bus.publish('secured', [{ key: 'k', value: 'over TLS' }]);
  await eventually(() => expect(received).toEqual(['over TLS']));
  expect(proxy.connectionCount()).toBeGreaterThan(2);
});

it('the Kafka client connects to no broker without TLS when TLS is configured', async () => {
  const kafka = await startTestKafka();
  onTestFinished(() => kafka.end());
  const bus = createBus({ brokers: kafka.brokers, tls: true, clientId: 'secured', log: silent });
  onTestFinished(() => bus.stop());
  await expect(bus.lag('nobody', ['secured'])).rejects.toThrow(/connection|disconnected|SSL|TLS/i);
});
