import { cardReviewed, databaseOf } from '@kumbuka/contracts';
import { pause } from '../../product/measure.ts';
import type { Product } from '../../product/product.ts';
import { Kafka, logLevel } from 'kafkajs';
import { mongo } from 'mongoose';
import { load } from '../load.ts';
import { giveWorkers, restLoads, type Worker } from '../rest-loads.ts';
import type { Broker } from './broker.ts';
import type { Row } from './row.ts';

const batchSeconds = 1;
const timeoutMs = 120_000;
/** Services that apply an event of each answer. */
const consumers = ['decks', 'admin'];

/** Records at least a number of answers. Returns how many were acknowledged. */
async function answer(product: Product, workers: readonly Worker[], minAnswers: number): Promise<number> {
  const answering = restLoads().find(({ name }) => name === 'POST /progress');
  if (!answering) throw new Error('The load of answers is missing.');
  let acknowledged = 0;
  while (acknowledged < minAnswers) {
    const { statuses } = await load(product.rest, batchSeconds, workers, answering.next);
    acknowledged += statuses[201] ?? 0;
  }
  return acknowledged;
}

const quietMs = 1_000;

/** Returns a function that counts the events applied by the consumers. */
function appliedIn(client: mongo.MongoClient) {
  const inboxes = consumers.map((service) => client.db(databaseOf(service)).collection('inbox'));
  return async () => {
    const counts = await Promise.all(inboxes.map((inbox) => inbox.countDocuments()));
    return counts.reduce((sum, each) => sum + each, 0);
  };
}

/** Waits until the events of earlier rows are applied. */
async function untilQuiet(applied: () => Promise<number>): Promise<number> {
  for (let before = -1; ; await pause(quietMs)) {
    const count = await applied();
    if (count === before) return count;
    before = count;
  }
}

interface Backlog {
  applied: () => Promise<number>;
  waiting: () => Promise<number>;
}

/** Measures the milliseconds from the first published event to the last applied one. */
async function untilApplied({ applied, waiting }: Backlog, before: number, events: number): Promise<number> {
  const atFirst = await waiting();
  const deadline = performance.now() + timeoutMs;
  let began = 0;
  for (;;) {
    if (began === 0 && (await waiting()) < atFirst) began = performance.now();
    const count = (await applied()) - before;
    if (count >= events) return performance.now() - began;
    if (performance.now() > deadline) throw new Error(`${count} of ${events} events were applied.`);
    await pause(20);
  }
}

/** Measures the messages per second of a consumer that ignores them. */
async function rawRate(brokers: string[], messages: number): Promise<number> {
  const consumer = new Kafka({ brokers, logLevel: logLevel.NOTHING }).consumer({ groupId: 'bench-raw' });
  await consumer.connect();
  await consumer.subscribe({ topics: [cardReviewed.topic], fromBeginning: true });
  let seen = 0;
  let began = 0;
  const rate = await new Promise<number>((resolve, reject) => {
    consumer.on(consumer.events.GROUP_JOIN, () => (began = performance.now()));
    const eachMessage = async () => {
      seen += 1;
      if (seen === messages) resolve((1_000 * seen) / (performance.now() - began));
    };
    consumer.run({ eachMessage }).catch(reject);
  });
  await consumer.disconnect();
  return rate;
}

/** Stops Kafka while learners answer, restarts it, and measures the events per second that consumers apply. */
export async function catchingUpRows(
  product: Product,
  { mongoUri, broker }: { mongoUri: string; broker: Broker },
  answers: number,
): Promise<Row[]> {
  const client = await mongo.MongoClient.connect(mongoUri);
  try {
    const applied = appliedIn(client);
    const workers = await giveWorkers(product.rest);
    const before = await untilQuiet(applied);
    await broker.stop();
    const acknowledged = await answer(product, workers, answers);
    const outbox = client.db(databaseOf('study-progress')).collection('outbox');
    const waiting = () => outbox.countDocuments({ sent: false });
    const events = consumers.length * acknowledged;
    const finished = untilApplied({ applied, waiting }, before, events);
    await broker.start();
    const rate = (1_000 * events) / (await finished);
    return [
      { id: 'catching up', value: rate },
      { id: 'catching up over raw', value: rate / (await rawRate(broker.addresses, events)) },
    ];
  } finally {
    await client.close();
  }
}
