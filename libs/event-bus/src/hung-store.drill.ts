import { createLog } from '@kumbuka/runtime';
import { connectMongo, type Mongo } from '@kumbuka/service-kit';
import { eventually, startStoreProcess, type StoreProcess } from '@kumbuka/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { on } from './index.ts';
import { publishAll, silent, startTrialStack, type TrialStack } from './testing/trial-stack.ts';

let stack: TrialStack;
let store: StoreProcess;
let mongo: Mongo;
beforeAll(async () => {
  [stack, store] = await Promise.all([startTrialStack(), startStoreProcess('mongo')]);
  mongo = connectMongo({ url: store.url, database: 'listener', log: createLog('listener', 'silent') });
  await mongo.start();
});
afterAll(async () => {
  await store.goOn();
  await stack.stopParts();
  await mongo.stop();
  await Promise.all([store.stop(), stack.stop()]);
});

it('a MongoDB that hangs under a listener pauses its events within two seconds, and none is lost', async () => {
  const { topic, bus, contract, event, consumer } = await stack.createService();
  const rows = mongo.connection.collection('rows');
  const pauses: number[] = [];
  const listener = on(contract, async ({ id }, session) => void (await rows.insertOne({ id }, { session })));
  const log = { ...silent, warn: () => void pauses.push(performance.now()) };
  await rows.createIndex({ id: 1 });
  await consumer({ group: 'hung', listeners: [listener], connection: mongo.connection, log });

  await publishAll(bus, topic, [event({ version: 1 })]);
  await eventually(async () => expect(await rows.countDocuments()).toBe(1));
  await store.hang();
  const hungAt = performance.now();
  await publishAll(bus, topic, [event({ version: 2 })]);
  await eventually(async () => expect(pauses.length).toBeGreaterThan(0));
  expect(pauses[0]! - hungAt).toBeLessThan(3 * 2_000);
  await store.goOn();
  await eventually(async () => expect(await rows.countDocuments()).toBe(2));
});
