import { deckDeleted, topics } from '@kumbuka/contracts';
import { startKafka } from '@kumbuka/embedded/kafka';
import { startMongo } from '@kumbuka/embedded/mongo';
import { createBus, createOutbox, createRelay, migrateTopics, newEvent } from '@kumbuka/event-bus';
import mongoose from 'mongoose';
import { pause, silent as log } from '../product/measure.ts';

const count = 20_000;

const anEvent = (_: unknown, n: number) =>
  newEvent(deckDeleted, {
    key: n % 1_000,
    aggregate: { id: n + 1, version: 1 },
    occurredAt: new Date(0),
    data: { deckId: n + 1, userId: (n % 1_000) + 1, cardCount: 0, deletedAt: new Date(0).toISOString() },
  });

/** Measures how fast one relay empties a full outbox. A lower bound, because the embedded stores share its process. */
export async function measureRelay(): Promise<{ events: number; seconds: number }> {
  const [mongo, kafka] = await Promise.all([startMongo({}), startKafka({})]);
  const { brokers } = kafka;
  await migrateTopics({ brokers, clientId: 'capacity', log, topics });
  const connection = await mongoose.createConnection(mongo.uri('capacity')).asPromise();
  const outbox = createOutbox({ connection });
  await outbox.prepare();
  const events = Array.from({ length: count }, anEvent);
  await connection.transaction((session) => outbox.append(session, events));
  const bus = createBus({ brokers, clientId: 'capacity', log });
  const relay = createRelay({ outbox, bus, connection, name: 'capacity', log });
  const began = performance.now();
  await relay.start();
  while ((await outbox.lag()).waiting > 0) await pause(20);
  const seconds = (performance.now() - began) / 1_000;
  await relay.stop();
  await bus.stop();
  await connection.close();
  await Promise.all([mongo.stop(), kafka.stop()]);
  return { events: count, seconds };
}
