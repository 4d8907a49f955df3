import { deckCreated, topics, type Envelope } from '@kumbuka/contracts';
import { startKafka } from '@kumbuka/embedded/kafka';
import { startMongo } from '@kumbuka/embedded/mongo';
import { eventually } from '@kumbuka/testing';
import mongoose, { type Connection } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createBus,
  createConsumer,
  createOutbox,
  createRelay,
  migrateTopics,
  newEvent,
  on,
  type Log,
} from './index.ts';

const silent: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
let mongo: Awaited<ReturnType<typeof startMongo>>;
let kafka: Awaited<ReturnType<typeof startKafka>>;
let connection: Connection;
let brokers: string[];

beforeAll(async () => {
  mongo = await startMongo({});
  kafka = await startKafka({});
  brokers = kafka.brokers;
  connection = await mongoose.createConnection(mongo.uri('bus')).asPromise();
  await migrateTopics({ brokers, clientId: 'migration', log: silent, topics });
});
afterAll(async () => {
  await connection.close();
  await mongo.stop();
  await kafka.stop();
});

const made = (deckId: number, version: number): Envelope =>
  newEvent(deckCreated, {
    key: 1,
    aggregate: { id: deckId, version },
    occurredAt: new Date(0),
    data: { deckId, ownerId: 1, catalogId: null, createdAt: new Date(0).toISOString() },
  });

describe('an event', () => {
  it('goes from a committed transaction to its listener, once', async () => {
    const outbox = createOutbox({ connection });
    await outbox.prepare();
    const bus = createBus({ brokers, clientId: 'test', log: silent });
    const relay = createRelay({ outbox, bus, connection, name: 'test', log: silent });
    const handled: string[] = [];
    const consumer = createConsumer({
      bus,
      connection,
      group: 'once',
      log: silent,
      listeners: [on(deckCreated, async (event) => void handled.push(event.id))],
    });
    await consumer.start();
    await relay.start();

    const event = made(1, 1);
    await connection.transaction((session) => outbox.append(session, [event]));
    const aborted = connection.transaction(async (session) => {
      await outbox.append(session, [made(2, 1)]);
      throw new Error('no');
    });
    await expect(aborted).rejects.toThrow('no');
    outbox.nudge();
    await eventually(() => expect(handled).toEqual([event.id]));
    await consumer.stop();
    await relay.stop();
    await bus.stop();
  });
});
