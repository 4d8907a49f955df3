import { eventually } from '@kumbuka/testing/servers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { silent, startTrialStack, type TrialStack } from '../testing/trial-stack.ts';
import { createBus } from './create-bus.ts';
import { migrateTopics } from './topics.ts';

let stack: TrialStack;
beforeAll(async () => {
  stack = await startTrialStack();
});
afterAll(() => stack.stop());

it('the Kafka client waits for Kafka and logs it', async () => {
  await stack.stopKafka();
  const messages: string[] = [];
  const warn = (_details: object, message: string) => void messages.push(message);
  const migrated = migrateTopics({
    brokers: stack.brokers,
    clientId: 'migration',
    log: { ...silent, warn },
    topics: [{ name: 'later', partitions: 1 }],
  });
  await eventually(() => expect(messages).toContain('waiting for Kafka to create topics'), 10_000);
  await stack.startKafka();
  await migrated;
  // The group coordinator becomes available a little later than the topics.
  const bus = createBus({ brokers: stack.brokers, clientId: 'trial', log: silent });
  await eventually(async () => expect(await bus.lag('nobody', ['later'])).toBe(0));
  await bus.stop();
});
