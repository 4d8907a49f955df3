import { expect, it, onTestFinished } from 'vitest';
import { batch } from '../protocol-suites/kafka/index.ts';
import { createBroker } from './broker.ts';
import { openDatabase } from './storage/database.ts';

const aBroker = () => {
  const db = openDatabase();
  onTestFinished(() => db.close());
  const failures: unknown[] = [];
  const broker = createBroker(db, {
    now: Date.now,
    access: undefined,
    onFailure: (error) => failures.push(error),
  });
  return { db, broker, failures };
};

it('the broker assigns no offset to a message that a full disk rejected, and accepts the retry later', async () => {
  const { db, broker, failures } = aBroker();
  await broker.topics.create('full', 1, {});
  const topic = broker.topics.find('full')!;
  const partition = topic.partitions[0]!;
  const producerId = 7;
  await broker.append(topic, partition, batch({ producerId, sequence: 0 }));
  const pages = Number(db.prepare('PRAGMA page_count').get()!['page_count']);
  db.exec(`PRAGMA max_page_count = ${pages}`);
  const large = batch({ producerId, sequence: 1, values: ['x'.repeat(100_000)] });
  await expect(broker.append(topic, partition, large)).rejects.toMatchObject({ code: 'KAFKA_STORAGE_ERROR' });
  expect(failures).toHaveLength(1);
  expect(partition.highWatermark).toBe(1);
  db.exec('PRAGMA max_page_count = 1000000');
  expect(await broker.append(topic, partition, large)).toMatchObject({ baseOffset: 1 });
});

it('the broker wakes a long poll only when the message is on disk', async () => {
  const { db, broker } = aBroker();
  await broker.topics.create('poll', 1, {});
  const topic = broker.topics.find('poll')!;
  const partition = topic.partitions[0]!;
  const states: boolean[] = [];
  partition.watchers.add(() => states.push(db.isTransaction));
  const appended = broker.append(topic, partition, batch());
  expect(partition.highWatermark).toBe(0);
  await appended;
  expect(states).toEqual([false]);
});
