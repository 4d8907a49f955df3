import { deadLetterTopicOf, defineEvent, type Envelope } from '@kumbuka/contracts';
import { startTestKafka, startTestMongo } from '@kumbuka/testing/servers';
import mongoose, { type ClientSession, type Connection } from 'mongoose';
import { z } from 'zod';
import {
  createBus,
  createConsumer,
  createOutbox,
  createRelay,
  migrateTopics,
  newEvent,
  type Bus,
  type BusOptions,
  type ReceivedMessage,
} from '../index.ts';
import type { ConsumerOptions } from '../inbox/consumer.ts';
import type { Log } from '../log.ts';
import type { RelayOptions } from '../outbox/relay.ts';

export const silent: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const occurredAt = new Date(0);
const alphabet = 'abcdefghijklmnopqrstuvwxyz';

/** Fields of a test event; each is 1 by default. */
export interface TestEventFields {
  aggregate?: number;
  version?: number;
  user?: number;
}

function contractOf(source: string) {
  const data = z.object({ step: z.int() });
  return defineEvent(source, 'stepped', 'walk', 'A step was taken.', data);
}

interface Stoppable {
  stop(): Promise<void>;
}

/** Parts of a test that are stopped after it, the last one first. */
function createParts() {
  const started: Stoppable[] = [];
  return {
    stopLater<Part extends Stoppable>(part: Part): Part {
      started.push(part);
      return part;
    },
    count: () => started.length,
    async stop() {
      await Promise.all(
        started
          .splice(0)
          .reverse()
          .map((part) => part.stop()),
      );
    },
  };
}
type Parts = ReturnType<typeof createParts>;

interface ServiceOptions {
  source: string;
  brokers: string[];
  connection: Connection;
  sessionMs?: number;
}

/** Outbox, bus and one event type of a service that a test plays; `relay` and `consumer` start its other parts. */
async function createTrialService(
  { source, brokers, connection, ...busOptions }: ServiceOptions,
  parts: Parts,
) {
  const { stopLater } = parts;
  const contract = contractOf(source);
  const { topic } = contract;
  const plans = [topic, deadLetterTopicOf(topic)].map((name) => ({ name, partitions: 3 }));
  await migrateTopics({ brokers, clientId: 'migration', log: silent, topics: plans });
  const outbox = createOutbox({ connection });
  await outbox.prepare();
  const bus = stopLater(createBus({ brokers, clientId: source, log: silent, ...busOptions }));
  return {
    contract,
    topic,
    deadLetters: deadLetterTopicOf(topic),
    connection,
    outbox,
    bus,
    event: ({ aggregate = 1, version = 1, user = 1 }: TestEventFields = {}): Envelope =>
      newEvent(contract, {
        key: user,
        aggregate: { id: aggregate, version },
        occurredAt,
        data: { step: version },
      }),
    save: (events: readonly Envelope[], session?: ClientSession) =>
      session ? outbox.append(session, events) : connection.transaction((own) => outbox.append(own, events)),
    unsent: () => outbox.collection().countDocuments({ sent: false }),
    async relay(options: Partial<RelayOptions> = {}) {
      const relay = stopLater(
        createRelay({ outbox, bus, connection, name: source, log: silent, ...options }),
      );
      await relay.start();
      return relay;
    },
    async consumer(options: Pick<ConsumerOptions, 'group' | 'listeners'> & Partial<ConsumerOptions>) {
      const consumer = stopLater(createConsumer({ bus, connection, log: silent, ...options }));
      await consumer.start();
      return consumer;
    },
  };
}

/** Starts test servers for real clients; each test creates its own service and group. */
export async function startTrialStack() {
  const [mongo, kafka] = await Promise.all([
    startTestMongo({ lasts: true }),
    startTestKafka({ lasts: true }),
  ]);
  const { brokers } = kafka;
  const parts = createParts();
  let services = 0;

  async function connect(database: string): Promise<Connection> {
    const connection = await mongoose
      .createConnection(mongo.uri(database), { serverSelectionTimeoutMS: 500, heartbeatFrequencyMS: 500 })
      .asPromise();
    parts.stopLater({ stop: () => connection.close() });
    return connection;
  }

  async function createService(
    source = `trial-${alphabet[services++]}`,
    busOptions: Pick<BusOptions, 'sessionMs'> = {},
  ) {
    const connection = await connect(source);
    return createTrialService({ source, brokers, connection, ...busOptions }, parts);
  }

  return {
    brokers,
    mongoUrl: () => mongo.uri(''),
    createService,
    /** Returns the messages of a topic as a list that grows with new ones. */
    async read(topic: string): Promise<ReceivedMessage[]> {
      const bus = parts.stopLater(createBus({ brokers, clientId: 'reader', log: silent }));
      const found: ReceivedMessage[] = [];
      await bus.subscribe({
        group: `reader-${parts.count()}`,
        topics: [topic],
        onBatch: async ({ messages, done }) => {
          found.push(...messages);
          done(messages.at(-1)!.offset);
        },
      });
      return found;
    },
    stopKafka: () => kafka.stop(),
    startKafka: () => kafka.start(),
    stopMongo: () => mongo.stop(),
    startMongo: () => mongo.start(),
    stopParts: parts.stop,
    async stop() {
      await parts.stop();
      await Promise.all([mongo.end(), kafka.end()]);
    },
  };
}
export type TrialStack = Awaited<ReturnType<typeof startTrialStack>>;
export type TrialService = Awaited<ReturnType<TrialStack['createService']>>;

/** Publishes without an outbox, in order. */
export const publishAll = (bus: Bus, topic: string, events: readonly Envelope[]) =>
  bus.publish(
    topic,
    events.map((event) => ({ key: event.key, value: JSON.stringify(event) })),
  );

/** Aggregate and version of each event in order, without repetitions. */
export function versionsOf(messages: readonly ReceivedMessage[]): Map<string, number[]> {
  const seen = new Set<string>();
  const versions = new Map<string, number[]>();
  for (const { value } of messages) {
    const { id, aggregate } = JSON.parse(value) as Envelope;
    if (seen.has(id)) continue;
    seen.add(id);
    versions.set(aggregate.id, [...(versions.get(aggregate.id) ?? []), aggregate.version]);
  }
  return versions;
}
