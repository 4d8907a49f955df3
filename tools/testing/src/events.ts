import { topicOf, type Envelope } from '@kumbuka/contracts';
import { createBus, createOutbox } from '@kumbuka/event-bus';
import { createLog } from '@kumbuka/runtime';
import mongoose from 'mongoose';
import type { TestStack } from './stack.ts';

/** Returns the events in the outbox of a service, oldest first. */
export async function eventsOf(stack: TestStack, database: string): Promise<Envelope[]> {
  const connection = await mongoose.createConnection(stack.mongo.uri(database)).asPromise();
  try {
    const rows = await createOutbox({ connection }).collection().find({}).sort({ _id: 1 }).toArray();
    return rows.map(({ event }) => event);
  } finally {
    await connection.close();
  }
}

/** Publishes events as their service would, in order. */
export async function publishEvents(stack: TestStack, events: readonly Envelope[]) {
  const bus = createBus({
    brokers: stack.kafka.brokers,
    clientId: 'tests',
    log: createLog('tests', 'silent'),
  });
  try {
    for (const event of events)
      await bus.publish(topicOf(event.source), [
        { key: event.key, value: JSON.stringify(event), headers: { id: event.id } },
      ]);
  } finally {
    await bus.stop();
  }
}
