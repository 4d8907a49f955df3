import { byKafkaLogin, kafkaRules, topicOf, type KafkaLoginName, type KafkaRule } from '@kumbuka/contracts';
import { startKafka } from '@kumbuka/testing/kafka-access';
import { createLog } from '@kumbuka/runtime';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createBus } from '../kafka/create-bus.ts';
import { createTopics } from './create-topics.ts';

const passwords = byKafkaLogin((name) => `password of ${name}`);
const log = createLog('rejections', 'silent');

async function startBroker(rules: readonly KafkaRule[], port = 0) {
  const kafka = await startKafka({ port, access: { passwords, rules } });
  onTestFinished(() => kafka.stop());
  const KAFKA_LOGIN = `scram-sha-512:topics:${passwords.topics}`;
  await createTopics({ KAFKA_BROKERS: kafka.brokers.join(','), KAFKA_LOGIN, LOG_LEVEL: 'silent' });
  return kafka;
}

function busOf(brokers: string[], username: KafkaLoginName, password = passwords[username]) {
  const login = { mechanism: 'scram-sha-512' as const, username, password };
  const bus = createBus({ brokers, clientId: username, login, log });
  onTestFinished(() => bus.stop());
  return bus;
}

const message = { key: '1', value: '{}' };
const without = (login: KafkaLoginName, resource: KafkaRule['resource']) =>
  kafkaRules.filter((rule) => !(rule.login === login && rule.resource === resource));

it('a service whose login may not write its topic counts the rejections', async () => {
  const kafka = await startBroker(without('billing', 'topic'));
  const bus = busOf(kafka.brokers, 'billing');
  const publish = () => bus.publish(topicOf('billing'), [message]);
  await expect(publish()).rejects.toThrow(/authorized|authorization/i);
  const rejected = bus.countRejected();
  expect(rejected).toBeGreaterThan(0);

  await kafka.stop();
  await expect(publish()).rejects.toThrow('Kafka did not take');
  await startBroker(kafkaRules, kafka.port);
  await vi.waitFor(publish, { timeout: 10_000 });
  expect(bus.countRejected()).toBe(rejected);
});

it('a service whose login may not join its group counts the rejections', async () => {
  const kafka = await startBroker(without('admin', 'group'));
  const bus = busOf(kafka.brokers, 'admin');
  await bus.subscribe({ group: 'admin', topics: [topicOf('auth')], onBatch: async () => undefined });
  await vi.waitFor(() => expect(bus.countRejected()).toBeGreaterThan(0), { timeout: 10_000 });
});

it('a service whose password was changed counts the rejections', async () => {
  const kafka = await startBroker(kafkaRules);
  const bus = busOf(kafka.brokers, 'billing', 'the password of last year');
  await expect(bus.publish(topicOf('billing'), [message])).rejects.toThrow('Kafka did not take');
  expect(bus.countRejected()).toBeGreaterThan(0);
});
