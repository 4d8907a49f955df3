import {
  anonymousRules,
  byKafkaLogin,
  deadLetterTopicOf,
  kafkaRules,
  subscriptionActivated,
  topicOf,
  type Envelope,
  type ServiceName,
} from '@kumbuka/contracts';
import { eventually, startTestMongo, type TestMongo } from '@kumbuka/testing/servers';
import { startKafka, type EmbeddedKafka } from '@kumbuka/testing/kafka-access';
import mongoose, { type Connection } from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBus, createConsumer, createEventsAdmin, newEvent, on, type Bus } from '../index.ts';
import { createTopics } from '../create-topics/create-topics.ts';
import type { BusMessage } from '../bus.ts';
import { silent } from '../testing/trial-stack.ts';

const passwords = byKafkaLogin((name) => `password of ${name}`);
const topic = topicOf('billing');
let kafka: EmbeddedKafka;
let mongo: TestMongo;
let connection: Connection;
const buses: Bus[] = [];

const accessOf = (username: ServiceName) => ({
  brokers: kafka.brokers,
  clientId: username,
  log: silent,
  login: { mechanism: 'scram-sha-512' as const, username, password: passwords[username] },
});
function busOf(login: ServiceName): Bus {
  const bus = createBus(accessOf(login));
  buses.push(bus);
  return bus;
}
const openAdmin = (aheadMs = 0) =>
  createEventsAdmin({
    ...accessOf('admin'),
    mongoUrl: mongo.uri(''),
    dispositionsDatabase: 'notes',
    responseMs: 15_000,
    now: () => new Date(Date.now() + aheadMs),
  });

beforeAll(async () => {
  kafka = await startKafka({ access: { passwords, rules: [...kafkaRules, ...anonymousRules] } });
  mongo = await startTestMongo();
  connection = await mongoose.createConnection(mongo.uri('kumbuka_ai')).asPromise();
  await createTopics({
    KAFKA_BROKERS: kafka.brokers.join(','),
    KAFKA_LOGIN: `scram-sha-512:topics:${passwords.topics}`,
    LOG_LEVEL: 'silent',
  });
});
afterAll(async () => {
  await Promise.all(buses.map((bus) => bus.stop()));
  await connection.close();
  await mongo.end();
  await kafka.stop();
});

const at = '2026-03-01T12:00:00.000Z';
const activated = (userId: number): Envelope =>
  newEvent(subscriptionActivated, {
    key: userId,
    aggregate: { id: userId, version: 1 },
    occurredAt: new Date(at),
    data: { userId, paymentId: '018f0000-0000-7000-8000-000000000001', periodStart: at, periodEnd: at },
  });
const messageOf = (event: Envelope): BusMessage => ({ key: event.key, value: JSON.stringify(event) });
/** A message as a consumer writes it to a dead-letter topic, with a position that the writer chooses. */
const deadLetterOf = (event: Envelope, origin: string, position: { partition: number; offset: string }) => ({
  ...messageOf(event),
  headers: {
    'origin-topic': origin,
    'origin-partition': String(position.partition),
    'origin-offset': position.offset,
    group: 'ai',
    reason: 'failed',
    error: 'Error: a bug',
    attempts: '5',
    'failed-at': new Date().toISOString(),
  },
});

it('a dead letter that a stolen login forges is never published by a replay, and genuine ones are, once', async () => {
  const applied: number[] = [];
  let isBroken = true;
  const consumer = createConsumer({
    bus: busOf('ai'),
    connection,
    group: 'ai',
    log: silent,
    listeners: [
      on(subscriptionActivated, async ({ data: { userId } }) => {
        if (isBroken) throw new Error('a bug');
        applied.push(userId);
      }),
    ],
  });
  await consumer.start();
  const admin = openAdmin();
  await admin.prepare();
  await busOf('billing').publish(topic, [messageOf(activated(7))]);
  await eventually(async () => expect(await admin.count(topic)).toBe(1), 30_000);
  const [genuine] = await admin.listDeadLetters(topic);
  const position = {
    partition: Number(genuine?.headers['origin-partition']),
    offset: genuine?.headers['origin-offset'] ?? '',
  };
  isBroken = false;
  await admin.unpark('kumbuka_ai', 'ai');

  const thief = busOf('ai');
  await expect(thief.publish(topic, [messageOf(activated(66))])).rejects.toThrow(
    'Kafka did not take messages',
  );
  await thief.publish(deadLetterTopicOf(topic), [
    deadLetterOf(activated(66), topic, position),
    deadLetterOf(activated(67), topic, { ...position, offset: '900' }),
    deadLetterOf(activated(68), 'decks.events', position),
  ]);
  await thief.publish(deadLetterTopicOf(topicOf('auth')), [deadLetterOf(activated(69), topic, position)]);
  await eventually(async () => expect(await admin.count(topic)).toBe(4), 10_000);

  expect(await admin.replay(topicOf('auth'), 'an operator')).toEqual({ sent: 0, kept: 1 });
  expect(await admin.replay(topic, 'an operator')).toEqual({ sent: 1, kept: 3 });
  await eventually(() => expect(applied).toEqual([7]), 10_000);
  await eventually(async () => expect(await admin.lag('ai', [topic])).toEqual([{ topic, lag: 0 }]), 10_000);
  expect(applied).toEqual([7]);
  expect(await admin.replay(topic, 'an operator')).toEqual({ sent: 0, kept: 3 });
  expect(consumer.countForged()).toBe(0);
  await consumer.stop();
}, 90_000);

it('an event whose processing consumers may have forgotten after 30 days is not replayed', async () => {
  const days = (count: number) => count * 24 * 3_600_000;
  const consumer = createConsumer({
    bus: busOf('admin'),
    connection,
    group: 'admin',
    log: silent,
    listeners: [on(subscriptionActivated, () => Promise.reject(new Error('a bug')))],
  });
  await busOf('billing').publish(topic, [messageOf(activated(8))]);
  await consumer.start();
  const admin = openAdmin();
  const ids = async () => (await admin.listDeadLetters(topic)).filter(({ key }) => key === '8');
  await eventually(async () => expect((await ids()).length).toBeGreaterThan(0), 30_000);
  await consumer.stop();
  const [{ partition, offset } = { partition: 0, offset: '' }] = await ids();
  const id = `${partition}-${offset}`;
  expect(await openAdmin(days(30)).replay(topic, 'an operator', id)).toEqual({ sent: 0, kept: 1 });
  expect(await openAdmin(days(29)).replay(topic, 'an operator', id)).toEqual({ sent: 1, kept: 0 });
}, 90_000);
