import { eventually } from '@kumbuka/testing/servers';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createEventsAdmin, deadLetterId, on } from '../index.ts';
import { publishAll, silent, startTrialStack, type TrialStack } from '../testing/trial-stack.ts';

let stack: TrialStack;
beforeAll(async () => {
  stack = await startTrialStack();
});
afterEach(() => stack.stopParts());
afterAll(() => stack.stop());

const openAdmin = () =>
  createEventsAdmin({
    brokers: stack.brokers,
    clientId: 'admin',
    log: silent,
    mongoUrl: stack.mongoUrl(),
    dispositionsDatabase: 'notes',
  });
const me = 'an operator';

it('events administration shows dead letters, unparks their aggregate and replays them in order, each once', async () => {
  const service = await stack.createService();
  const admin = openAdmin();
  await admin.prepare();
  let broken = true;
  const done: number[] = [];
  const listener = on(service.contract, async ({ aggregate }) => {
    if (broken) throw new Error('a bug');
    done.push(aggregate.version);
  });
  const consumer = await service.consumer({ group: 'fixed', listeners: [listener] });
  await publishAll(
    service.bus,
    service.topic,
    [1, 2, 3].map((version) => service.event({ version })),
  );
  await eventually(async () => expect(await admin.listDeadLetters(service.topic)).toHaveLength(3), 10_000);
  const reasons = (await admin.listDeadLetters(service.topic)).map(({ headers }) => headers['reason']);
  expect(reasons).toEqual(['failed', 'parked', 'parked']);
  const database = service.contract.source;
  expect(await admin.parked(database, 'fixed')).toMatchObject([
    { aggregate: 'walk:1', error: 'Error: a bug' },
  ]);

  broken = false;
  expect(await admin.unpark(database, 'fixed', 'walk:9')).toBe(0);
  expect(await admin.unpark(database, 'fixed', 'walk:1')).toBe(1);
  expect(await admin.replay(service.topic, me)).toEqual({ sent: 3, kept: 0 });
  await eventually(() => expect(done).toEqual([1, 2, 3]), 10_000);
  expect(await admin.replay(service.topic, me)).toEqual({ sent: 0, kept: 0 });
  expect(await admin.listDeadLetters(service.topic)).toEqual([]);
  await eventually(async () =>
    expect(await admin.lag('fixed', [service.topic, service.deadLetters])).toEqual([
      { topic: service.topic, lag: 0 },
    ]),
  );
  expect(consumer.isAlive()).toBe(true);
}, 30_000);

/** Creates dead letters, all in one partition. */
async function withDeadLetters(count: number) {
  const service = await stack.createService();
  const admin = openAdmin();
  await admin.prepare();
  const listener = on(service.contract, async () => {
    throw new Error('a bug');
  });
  const consumer = await service.consumer({ group: 'broken', listeners: [listener] });
  const events = Array.from({ length: count }, (_, index) => service.event({ aggregate: index + 1 }));
  await publishAll(service.bus, service.topic, events);
  await eventually(async () => expect(await admin.count(service.topic)).toBe(count), 20_000);
  await consumer.stop();
  return { admin, service, events, topic: service.topic };
}

it('a dead letter in the middle can be discarded; it is then listed separately and not replayed, and the others stay in order', async () => {
  const { admin, topic, events, service } = await withDeadLetters(3);
  const deadLetters = await admin.listDeadLetters(topic);
  const [first, second, third] = deadLetters.map(deadLetterId);
  expect(await admin.discard(topic, me, second ?? '')).toBe(true);
  expect((await admin.listDeadLetters(topic)).map(deadLetterId)).toEqual([first, third]);
  expect(await admin.count(topic)).toBe(2);
  const kept = await admin.discarded(topic, 10);
  expect(kept).toMatchObject([{ by: me, message: { value: deadLetters[1]?.value } }]);
  expect(JSON.parse(kept[0]?.message.value ?? '')).toEqual(JSON.parse(JSON.stringify(events[1])));
  expect(await admin.discard(topic, me, second ?? '')).toBe(false);
  expect(await admin.replay(topic, me, second)).toEqual({ sent: 0, kept: 0 });

  expect(await admin.discard(topic, me, first ?? '')).toBe(true);
  expect(await admin.replay(topic, me)).toEqual({ sent: 1, kept: 0 });
  expect([await admin.count(topic), await admin.countDiscarded(topic)]).toEqual([0, 2]);
  expect(await service.bus.count([`${topic}.dlt`])).toBe(0);
}, 40_000);

it('a single dead letter is replayed unchanged', async () => {
  const { admin, topic, service } = await withDeadLetters(2);
  const done: string[] = [];
  const listener = on(service.contract, async ({ aggregate }) => void done.push(aggregate.id));
  await admin.unpark(service.contract.source, 'broken');
  const consumer = await service.consumer({ group: 'broken', listeners: [listener] });
  const [, second] = await admin.listDeadLetters(topic);
  expect(await admin.replay(topic, me, deadLetterId(second!))).toEqual({ sent: 1, kept: 0 });
  await eventually(() => expect(done).toEqual(['2']), 10_000);
  expect(await admin.count(topic)).toBe(1);
  expect(consumer.isAlive()).toBe(true);
}, 40_000);

it('a dead letter that fails again during a replay of all is not replayed twice', async () => {
  const { admin, topic, service } = await withDeadLetters(2);
  const listener = on(service.contract, async () => undefined);
  await service.consumer({ group: 'broken', listeners: [listener] });
  expect(await admin.replay(topic, me)).toEqual({ sent: 2, kept: 0 });
  await eventually(async () => expect(await admin.count(topic)).toBe(2), 10_000);
}, 40_000);

it('a replay of all does not multiply the dead letters of an event that several services reject', async () => {
  const service = await stack.createService();
  const admin = openAdmin();
  await admin.prepare();
  const listener = on(service.contract, async () => {
    throw new Error('a bug');
  });
  for (const group of ['one', 'another']) await service.consumer({ group, listeners: [listener] });
  await publishAll(service.bus, service.topic, [service.event()]);
  await eventually(async () => expect(await admin.count(service.topic)).toBe(2), 10_000);
  expect(await admin.replay(service.topic, me)).toEqual({ sent: 2, kept: 0 });
  for (const group of ['one', 'another'])
    await eventually(
      async () => expect(await admin.lag(group, [service.topic])).toEqual([{ topic: service.topic, lag: 0 }]),
      10_000,
    );
  expect(await admin.count(service.topic)).toBe(2);
}, 40_000);

it('events administration reports within five seconds that Kafka does not respond', async () => {
  const silentServer = createServer().listen(0, '127.0.0.1');
  await once(silentServer, 'listening');
  const address = silentServer.address();
  const hung = `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const admin = createEventsAdmin({
    brokers: [hung],
    clientId: 'admin',
    log: silent,
    mongoUrl: stack.mongoUrl(),
    dispositionsDatabase: 'notes',
  });
  for (const call of [
    () => admin.count('a.events'),
    () => admin.listDeadLetters('a.events'),
    () => admin.lag('a', ['a.events']),
  ]) {
    const began = performance.now();
    await expect(call()).rejects.toMatchObject({ code: 'BUS_UNAVAILABLE' });
    expect(performance.now() - began).toBeLessThan(7_000);
  }
  silentServer.close();
}, 20_000);

it('events administration shows new events as they arrive', async () => {
  const service = await stack.createService();
  await publishAll(service.bus, service.topic, [service.event({ version: 1 })]);
  const seen: string[] = [];
  const { stop } = await openAdmin().follow([service.topic], ({ value }) => seen.push(value));
  await publishAll(service.bus, service.topic, [service.event({ version: 2 })]);
  await eventually(() => expect(seen.map((text) => JSON.parse(text).aggregate.version)).toEqual([2]), 10_000);
  await stop();
}, 30_000);

it('events administration shows earlier events on request, all or those since a time', async () => {
  const service = await stack.createService();
  await publishAll(service.bus, service.topic, [service.event({ version: 1 })]);
  const versionsSeen = async (from: Date) => {
    const seen: string[] = [];
    const { stop } = await openAdmin().follow([service.topic], ({ value }) => seen.push(value), from);
    const versions = () => seen.map((text) => JSON.parse(text).aggregate.version).toSorted();
    return { versions, stop };
  };
  const all = await versionsSeen(new Date(0));
  await eventually(() => expect(all.versions()).toEqual([1]), 10_000);
  const between = new Date();
  await publishAll(service.bus, service.topic, [service.event({ version: 2 })]);
  await eventually(() => expect(all.versions()).toEqual([1, 2]), 10_000);
  const later = await versionsSeen(between);
  await eventually(() => expect(later.versions()).toEqual([2]), 10_000);
  await all.stop();
  await later.stop();
}, 30_000);
