import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@kumbuka/testing/servers';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { OutboxRow } from './outbox.ts';
import { inVersionOrder } from './publisher.ts';
import type { Schedule } from './work-loop.ts';
import { createBus, type CrashPoint } from '../index.ts';
import {
  silent,
  startTrialStack,
  versionsOf,
  type TrialService,
  type TrialStack,
} from '../testing/trial-stack.ts';

let stack: TrialStack;
beforeAll(async () => {
  stack = await startTrialStack();
});
afterEach(() => stack.stopParts());
afterAll(() => stack.stop());

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** Increments the aggregate's version and saves its event in one transaction. */
async function step({ connection, outbox, event }: TrialService, aggregate: number) {
  const walks = connection.collection<{ _id: number; version: number }>('walks');
  await connection.transaction(async (session) => {
    const found = await walks.findOneAndUpdate(
      { _id: aggregate },
      { $inc: { version: 1 } },
      { session, upsert: true, returnDocument: 'after' },
    );
    await outbox.append(session, [event({ aggregate, version: found!.version, user: aggregate })]);
  });
  outbox.nudge();
}

it('the relay publishes stored events soon after the nudge, with id, type and version in the headers', async () => {
  const service = await stack.createService();
  const messages = await stack.read(service.topic);
  await service.relay();
  const event = service.event();
  await service.save([event]);
  service.outbox.nudge();
  await eventually(() => expect(messages).toHaveLength(1));
  expect(JSON.parse(messages[0]!.value)).toEqual(event);
  expect(messages[0]).toMatchObject({ key: '1', headers: { id: event.id, type: event.type, version: '1' } });
  await eventually(async () => expect(await service.unsent()).toBe(0));
});

/** Timers that a test fires. */
function aTimer() {
  let waiting: { ms: number; call: () => void } | null = null;
  const schedule: Schedule = (ms, call) => {
    const own = { ms, call };
    waiting = own;
    return () => void (waiting === own && (waiting = null));
  };
  return {
    schedule,
    waitsFor: () => waiting?.ms,
    goOff() {
      const due = waiting;
      waiting = null;
      due?.call();
    },
  };
}

it('the relay finds events without a nudge within a second', async () => {
  const service = await stack.createService();
  const messages = await stack.read(service.topic);
  const timer = aTimer();
  await service.relay({ schedule: timer.schedule });
  await eventually(() => expect(timer.waitsFor()).toBe(1_000));
  await service.save([service.event()]);
  expect(messages).toEqual([]);
  timer.goOff();
  await eventually(() => expect(messages).toHaveLength(1));
});

it('the relay keeps the order of every aggregate with concurrent writers and two competing relays', async () => {
  const service = await stack.createService();
  const messages = await stack.read(service.topic);
  await service.relay();
  await service.relay();
  const writers = upTo(6).map(async () => {
    for (let written = 0; written < 20; written++) await step(service, (written % 3) + 1);
  });
  await Promise.all(writers);
  await eventually(() => expect(messages.length).toBeGreaterThanOrEqual(120), 10_000);
  const versions = versionsOf(messages);
  for (const aggregate of ['1', '2', '3'])
    expect(versions.get(aggregate)).toEqual(upTo(versions.get(aggregate)!.length));
});

it('the relay publishes an earlier version first, although its id sorts after a later version', async () => {
  const service = await stack.createService();
  const messages = await stack.read(service.topic);
  const second = service.event({ version: 2 });
  const others = upTo(600).map((aggregate) => service.event({ aggregate: aggregate + 1 }));
  const first = service.event({ version: 1 });
  expect(first.id > second.id).toBe(true);
  await service.save([second, ...others, first]);
  await service.relay();
  await eventually(() => expect(messages).toHaveLength(602));
  expect(versionsOf(messages).get('1')).toEqual([1, 2]);
});

it('the relay sorts the versions of an aggregate and keeps the positions of other aggregates', () => {
  const row = (aggregate: string, ver: number) => ({ aggregate, ver }) as OutboxRow;
  const ordered = inVersionOrder([row('a', 3), row('b', 1), row('a', 1), row('a', 2)]);
  expect(ordered.map(({ aggregate, ver }) => `${aggregate}${ver}`)).toEqual(['a1', 'b1', 'a2', 'a3']);
});

it('the relay hands over to another instance when it stops', async () => {
  const service = await stack.createService();
  const first = await service.relay();
  await eventually(() => expect(first.isActive()).toBe(true));
  const second = await service.relay();
  await first.stop();
  await eventually(() => expect(second.isActive()).toBe(true), 2_500);
  const leases = service.connection.collection<{ epoch: number; owner: string; until: Date }>('leases');
  expect(await leases.findOne({})).toMatchObject({ epoch: 2 });
});

it('the relay takes over from a dead instance', async () => {
  const service = await stack.createService();
  const leases = service.connection.collection<{ _id: string }>('leases');
  const name = `relay:${service.contract.source}`;
  const timer = aTimer();
  let now = 1_800_000_000_000;
  const until = new Date(now + 5_000);
  await leases.insertOne({ _id: name, owner: 'dead', epoch: 7, until } as never);
  await service.save([service.event()]);
  const relay = await service.relay({ schedule: timer.schedule, wall: () => now });
  await eventually(() => expect(timer.waitsFor()).toBe(1_000));
  expect([relay.isActive(), await service.unsent()]).toEqual([false, 1]);
  now += 5_000;
  timer.goOff();
  await eventually(async () => expect(await service.unsent()).toBe(0));
  expect(await leases.findOne({ _id: name })).toMatchObject({ epoch: 8 });
});

const crashOnceAt = (point: CrashPoint) => {
  let crashed = false;
  return (at: CrashPoint) => {
    if (at !== point || crashed) return;
    crashed = true;
    throw new Error(`crash ${point}`);
  };
};

it('the relay publishes an event again when it crashed before marking it as sent', async () => {
  const service = await stack.createService();
  const messages = await stack.read(service.topic);
  await service.relay({ crashAt: crashOnceAt('after-publish-before-mark') });
  await service.save([service.event()]);
  service.outbox.nudge();
  await eventually(() => expect(messages).toHaveLength(2));
  expect(messages[0]!.value).toBe(messages[1]!.value);
  await eventually(async () => expect(await service.unsent()).toBe(0));
});

it('the relay publishes events that were committed before its crash', async () => {
  const service = await stack.createService();
  const messages = await stack.read(service.topic);
  await service.relay({ crashAt: crashOnceAt('after-commit-before-publish') });
  await service.save([service.event()]);
  service.outbox.nudge();
  await eventually(() => expect(messages).toHaveLength(1));
});

it('the relay keeps events during an outage of Kafka and then publishes all of them in order', async () => {
  const service = await stack.createService();
  const messages = await stack.read(service.topic);
  const relay = await service.relay();
  await step(service, 1);
  await eventually(() => expect(messages).toHaveLength(1));
  await stack.stopKafka();
  for (let written = 0; written < 30; written++) await step(service, (written % 2) + 1);
  expect(relay.isReady()).toBe(true);
  expect(await service.unsent()).toBe(30);
  await stack.startKafka();
  await eventually(async () => expect(await service.unsent()).toBe(0), 10_000);
  await eventually(() => expect(versionsOf(messages).get('2')).toEqual(upTo(15)), 10_000);
  expect(versionsOf(messages).get('1')).toEqual(upTo(16));
});

it('the relay stops promptly while Kafka is unavailable', async () => {
  const service = await stack.createService();
  const relay = await service.relay();
  await stack.stopKafka();
  await service.save([service.event()]);
  service.outbox.nudge();
  await pause(200);
  const stopStarted = performance.now();
  await relay.stop();
  expect(performance.now() - stopStarted).toBeLessThan(5_000);
  await stack.startKafka();
});

it('the relay stops promptly while Kafka accepts connections but does not respond', async () => {
  const sockets = new Set<Socket>();
  const mute = createServer((socket) => sockets.add(socket));
  await once(mute.listen(0, '127.0.0.1'), 'listening');
  const { port } = mute.address() as AddressInfo;
  const bus = createBus({ brokers: [`127.0.0.1:${port}`], clientId: 'trial', log: silent });
  const service = await stack.createService();
  const relay = await service.relay({ bus });
  await service.save([service.event()]);
  service.outbox.nudge();
  await eventually(() => expect(sockets.size).toBeGreaterThan(0));
  const stopStarted = performance.now();
  await relay.stop();
  await bus.stop();
  expect(performance.now() - stopStarted).toBeLessThan(5_000);
  for (const socket of sockets) socket.destroy();
  mute.close();
});
