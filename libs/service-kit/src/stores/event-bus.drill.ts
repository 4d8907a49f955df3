import { on } from '@kumbuka/event-bus';
import { publishAll, silent, startTrialStack, type TrialStack } from '@kumbuka/event-bus/testing';
import { createLog } from '@kumbuka/runtime';
import {
  areServersReal,
  eventually,
  startStoreProcess,
  startTestRedis,
  type StoreProcess,
} from '@kumbuka/testing/servers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { connectMongo, type Mongo } from './mongo.ts';
import { connectRedis } from './redis.ts';

let stack: TrialStack;
let store: StoreProcess;
let mongo: Mongo;
beforeAll(async () => {
  [stack, store] = await Promise.all([startTrialStack(), startStoreProcess('mongo')]);
  mongo = connectMongo({ url: store.url, database: 'listener', log: createLog('listener', 'silent') });
  await mongo.start();
});
afterEach(async () => {
  await store.resume();
  await stack.stopParts();
});
afterAll(async () => {
  await mongo.stop();
  await Promise.all([store.stop(), stack.stop()]);
});

it('events wait once MongoDB hangs under a listener, while it still hangs, and none is lost', async () => {
  const { topic, bus, contract, event, consumer } = await stack.createService();
  const rows = mongo.connection.collection('rows');
  let pauses = 0;
  const listener = on(contract, async ({ id }, session) => void (await rows.insertOne({ id }, { session })));
  const log = { ...silent, warn: () => void (pauses += 1) };
  await rows.createIndex({ id: 1 });
  await consumer({ group: 'hung', listeners: [listener], connection: mongo.connection, log });

  await publishAll(bus, topic, [event({ version: 1 })]);
  await eventually(async () => expect(await rows.countDocuments()).toBe(1));
  await store.hang();
  await publishAll(bus, topic, [event({ version: 2 })]);
  // Without its own time limit the listener would wait for the driver, which has none for a silent socket.
  await eventually(() => expect(pauses).toBeGreaterThan(0), 60_000);
  await store.resume();
  await eventually(async () => expect(await rows.countDocuments()).toBe(2));
});

it.runIf(areServersReal)('an instance wakes the relay of another instance through Redis', async () => {
  const redis = await startTestRedis();
  const log = createLog('trial', 'silent');
  const connections = [connectRedis({ url: redis.url, log }), connectRedis({ url: redis.url, log })];
  await Promise.all(connections.map((each) => each.start()));
  const service = await stack.createService();
  const messages = await stack.read(service.topic);
  const active = await service.relay({ redis: connections[0]! });
  await eventually(() => expect(active.isActive()).toBe(true));
  const neighbour = await stack.createService(service.contract.source);
  await neighbour.relay({ redis: connections[1]! });
  await pause(300);

  const delays: number[] = [];
  for (const version of [1, 2, 3, 4, 5]) {
    await neighbour.save([neighbour.event({ version })]);
    const nudgedAt = performance.now();
    neighbour.outbox.nudge();
    await eventually(() => expect(messages).toHaveLength(version));
    delays.push(performance.now() - nudgedAt);
  }
  expect(delays.toSorted((a, b) => a - b)[2]).toBeLessThan(400);
  await stack.stopParts();
  await Promise.all(connections.map((each) => each.stop()));
  await redis.stop();
});
