import { currentContext, type TraceContext } from '@kumbuka/runtime/context';
import { eventually } from '@kumbuka/testing/servers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { ClientSession } from 'mongoose';
import { Unavailable, type Envelope } from '@kumbuka/contracts';
import { on, onMany, type CrashPoint } from '../index.ts';
import { DuplicateListener } from './listener.ts';
import { publishAll, startTrialStack, type TrialService, type TrialStack } from '../testing/trial-stack.ts';

let stack: TrialStack;
beforeAll(async () => {
  stack = await startTrialStack();
});
afterEach(() => stack.stopParts());
afterAll(() => stack.stop());

type Stepped = Envelope<{ step: number }>;
interface Effect {
  _id: string;
  count: number;
}
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** Listener that counts each event in the database, through its session. */
function counting({ connection, contract }: TrialService, into = 'effects') {
  const effects = connection.collection<Effect>(into);
  const count = async ({ aggregate }: Stepped, session: ClientSession) => {
    const _id = `${aggregate.id}:${aggregate.version}`;
    await effects.updateOne({ _id }, { $inc: { count: 1 } }, { session, upsert: true });
  };
  return {
    count,
    listener: on(contract, count),
    effects: async () => {
      const rows = await effects.find({}).sort({ _id: 1 }).toArray();
      return rows.map(({ _id, count: times }) => `${_id} x${times}`);
    },
  };
}

it('a consumer applies every event once, however often it is delivered', async () => {
  const service = await stack.createService();
  const { listener, effects } = counting(service);
  const events = upTo(3).map((version) => service.event({ version }));
  await publishAll(service.bus, service.topic, [...events, events[0]!, ...events]);
  const consumer = await service.consumer({ group: 'once', listeners: [listener] });
  await eventually(async () => expect(await effects()).toEqual(['1:1 x1', '1:2 x1', '1:3 x1']));
  await publishAll(service.bus, service.topic, [events[1]!, service.event({ version: 4 })]);
  await eventually(async () => expect(await effects()).toHaveLength(4));
  expect(await effects()).toEqual(['1:1 x1', '1:2 x1', '1:3 x1', '1:4 x1']);
  expect(consumer.isMember()).toBe(true);
});

it('a listener runs in a context with the correlation id and the id of its event', async () => {
  const service = await stack.createService();
  const contexts: TraceContext[] = [];
  const listener = on(service.contract, async () => void contexts.push(currentContext()));
  await service.consumer({ group: 'context', listeners: [listener] });
  const event = { ...service.event(), correlationId: 'of-a-person' };
  await publishAll(service.bus, service.topic, [event]);
  await eventually(() => expect(contexts).toHaveLength(1));
  expect(contexts[0]).toEqual({ correlationId: 'of-a-person', causationId: event.id });
});

it('a consumer passes consecutive events to a batch listener together, in order and once', async () => {
  const service = await stack.createService();
  const { effects } = counting(service);
  const rows = service.connection.collection<Effect>('effects');
  const sizes: number[] = [];
  const listeners = onMany([service.contract], async (events, session) => {
    sizes.push(events.length);
    await rows.bulkWrite(
      events.map(({ aggregate, data }) => ({
        updateOne: {
          filter: { _id: `${aggregate.id}:${data.step}` },
          update: { $inc: { count: 1 } },
          upsert: true,
        },
      })),
      { session },
    );
  });
  const events = upTo(9).map((version) => service.event({ version }));
  await publishAll(service.bus, service.topic, [...events, ...events.slice(0, 3)]);
  await service.consumer({ group: 'many', listeners });
  await eventually(async () => expect(await effects()).toEqual(upTo(9).map((step) => `1:${step} x1`)));
  expect(sizes).toEqual([9]);
});

it('a consumer rolls back a failed event, retries it and processes the other events of the batch', async () => {
  const service = await stack.createService();
  const { count, effects } = counting(service);
  let failures = 2;
  const listener = on(service.contract, async (event, session) => {
    await count(event, session);
    if (event.aggregate.id === '2' && failures-- > 0) throw new Error('not yet');
  });
  await publishAll(
    service.bus,
    service.topic,
    upTo(3).map((aggregate) => service.event({ aggregate })),
  );
  await service.consumer({ group: 'undo', listeners: [listener] });
  await eventually(async () => expect(await effects()).toEqual(['1:1 x1', '2:1 x1', '3:1 x1']));
});

it('a consumer sends an invalid event to the dead letters at once, with its position and the reason', async () => {
  const service = await stack.createService();
  const { listener, effects } = counting(service);
  const deadLetters = await stack.read(service.deadLetters);
  await service.bus.publish(service.topic, [{ key: '1', value: 'not json', headers: { id: 'x' } }]);
  await publishAll(service.bus, service.topic, [service.event({ version: 2 })]);
  await service.consumer({ group: 'poison', listeners: [listener] });
  await eventually(() => expect(deadLetters).toHaveLength(1));
  expect(deadLetters[0]).toMatchObject({ key: '1', value: 'not json' });
  expect(deadLetters[0]!.headers).toMatchObject({
    id: 'x',
    'origin-topic': service.topic,
    'origin-offset': '0',
    group: 'poison',
    reason: 'poison',
    attempts: '0',
    error: expect.stringContaining('not an event'),
  });
  await eventually(async () => expect(await effects()).toEqual(['1:2 x1']));
});

it('a consumer sends unknown versions and invalid data to the dead letters, with a sentence instead of raw JSON', async () => {
  const service = await stack.createService();
  const { listener, effects } = counting(service);
  const deadLetters = await stack.read(service.deadLetters);
  const broken = { ...service.event({ version: 2 }), data: { step: 'two' } };
  const next = { ...service.event({ version: 1 }), version: 2 };
  await publishAll(service.bus, service.topic, [next, broken, service.event({ version: 3 })]);
  await service.consumer({ group: 'versions', listeners: [listener] });
  await eventually(() => expect(deadLetters).toHaveLength(2));
  expect(deadLetters.map(({ headers }) => headers['error'])).toEqual([
    `Version 2 of ${next.type} is not known.`,
    expect.stringMatching(/breaks its contract: step: [^[{]+$/),
  ]);
  await eventually(async () => expect(await effects()).toEqual(['1:3 x1']));
});

it('a dead letter preserves bytes that are not text', async () => {
  const service = await stack.createService();
  const deadLetters = await stack.read(service.deadLetters);
  const bytes = Buffer.from([0xff, 0x00, 0xfe]);
  await service.bus.publish(service.topic, [{ key: bytes, value: bytes }]);
  await service.consumer({ group: 'bytes', listeners: [counting(service).listener] });
  await eventually(() => expect(deadLetters).toHaveLength(1));
  expect(deadLetters[0]!.raw).toEqual({ key: bytes, value: bytes });
});

it('a consumer ignores event types without a listener and unknown fields', async () => {
  const service = await stack.createService();
  const { listener, effects } = counting(service);
  const deadLetters = await stack.read(service.deadLetters);
  const foreign = { ...service.event(), type: `${service.contract.source}.jumped`, version: 9 };
  const richer = { ...service.event({ version: 2 }), data: { step: 2, mood: 'good' }, colour: 'red' };
  await publishAll(service.bus, service.topic, [foreign, richer]);
  await service.consumer({ group: 'skips', listeners: [listener] });
  await eventually(async () => expect(await effects()).toEqual(['1:2 x1']));
  expect(deadLetters).toEqual([]);
});

it('a consumer skips an event type without a listener by its header, without parsing the event', async () => {
  const service = await stack.createService();
  const { listener, effects } = counting(service);
  const deadLetters = await stack.read(service.deadLetters);
  const unread = { key: '1', value: 'not json', headers: { type: `${service.contract.source}.jumped` } };
  await service.bus.publish(service.topic, [unread]);
  await publishAll(service.bus, service.topic, [service.event()]);
  await service.consumer({ group: 'unread', listeners: [listener] });
  await eventually(async () => expect(await effects()).toEqual(['1:1 x1']));
  expect(deadLetters).toEqual([]);
});

it('a consumer sends only the failing event of a batch to the dead letters', async () => {
  const service = await stack.createService();
  const { count, effects } = counting(service);
  const deadLetters = await stack.read(service.deadLetters);
  const order: string[] = [];
  const listeners = onMany([service.contract], async (events, session) => {
    for (const event of events) await count(event, session);
    if (events.some(({ aggregate }) => aggregate.id === '7')) throw new Error('cannot take this one');
    order.push(...events.map(({ key, aggregate }) => `${key}:${aggregate.version}`));
  });
  const versions = upTo(5).flatMap((version) =>
    upTo(4).map((user) => service.event({ aggregate: user, user, version })),
  );
  const cannot = service.event({ aggregate: 7, user: 3 });
  const all = versions.toSpliced(9, 0, cannot);
  await service.bus.publish(
    service.topic,
    all.map((event) => ({ key: 'one partition', value: JSON.stringify(event) })),
  );
  await service.consumer({ group: 'one-of-many', listeners });
  await eventually(async () => expect(await effects()).toHaveLength(20), 10_000);
  await eventually(() => expect(deadLetters.map(({ value }) => JSON.parse(value).id)).toEqual([cannot.id]));
  expect((await effects()).every((effect) => effect.endsWith('x1'))).toBe(true);
  const ofUser = (user: number) => order.filter((each) => each.startsWith(`${user}:`));
  expect(upTo(4).map(ofUser)).toEqual(upTo(4).map((user) => upTo(5).map((version) => `${user}:${version}`)));
});

it('a consumer gives up after 5 attempts, parks the aggregate and continues with the others', async () => {
  const service = await stack.createService();
  const attempts: number[] = [];
  const { effects, count } = counting(service);
  const listener = on(service.contract, async (event, session) => {
    if (event.aggregate.id === '2') return count(event, session);
    attempts.push(event.aggregate.version);
    throw new Error('cannot do this');
  });
  const deadLetters = await stack.read(service.deadLetters);
  await publishAll(service.bus, service.topic, [service.event({ version: 1 })]);
  await service.consumer({ group: 'parks', listeners: [listener] });
  await eventually(() => expect(deadLetters).toHaveLength(1));
  expect(attempts).toEqual([1, 1, 1, 1, 1]);
  const headers = { reason: 'failed', attempts: '5', error: 'Error: cannot do this' };
  expect(deadLetters[0]!.headers).toMatchObject(headers);

  const later = service.event({ version: 2 });
  await publishAll(service.bus, service.topic, [later, service.event({ aggregate: 2 })]);
  await eventually(() => expect(deadLetters).toHaveLength(2));
  expect(JSON.parse(deadLetters[1]!.value)).toEqual(later);
  expect(deadLetters[1]!.headers).toMatchObject({ reason: 'parked', attempts: '0' });
  await eventually(async () => expect(await effects()).toEqual(['2:1 x1']));
  expect(attempts).toHaveLength(5);

  const parked = service.connection.collection<{ _id: string }>('parked_aggregates');
  expect(await parked.findOne({})).toMatchObject({
    _id: 'parks:walk:1',
    group: 'parks',
    aggregate: 'walk:1',
    topic: service.topic,
    error: 'Error: cannot do this',
  });
});

it('a consumer sends later events of the same batch and aggregate to the dead letters after the failed one, in order', async () => {
  const service = await stack.createService();
  const listener = on(service.contract, async ({ aggregate }) => {
    if (aggregate.version === 1) throw new Error('cannot do this');
  });
  const deadLetters = await stack.read(service.deadLetters);
  await publishAll(
    service.bus,
    service.topic,
    upTo(3).map((version) => service.event({ version })),
  );
  await service.consumer({ group: 'follows', listeners: [listener] });
  await eventually(() => expect(deadLetters).toHaveLength(3));
  expect(deadLetters.map(({ headers }) => headers['reason'])).toEqual(['failed', 'parked', 'parked']);
});

it('a consumer keeps parked aggregates across a restart', async () => {
  const service = await stack.createService();
  const { listener, effects } = counting(service);
  const deadLetters = await stack.read(service.deadLetters);
  const row = { _id: 'restarted:walk:1', group: 'restarted', aggregate: 'walk:1' };
  await service.connection.collection<{ _id: string }>('parked_aggregates').insertOne(row);
  await publishAll(service.bus, service.topic, [service.event(), service.event({ aggregate: 2 })]);
  await service.consumer({ group: 'restarted', listeners: [listener] });
  await eventually(() => expect(deadLetters).toHaveLength(1));
  await eventually(async () => expect(await effects()).toEqual(['2:1 x1']));
});

it('a consumer processes the events of a parked aggregate again after its row is removed', async () => {
  const service = await stack.createService();
  let broken = true;
  const { count, effects } = counting(service);
  const listener = on(service.contract, async (event, session) => {
    if (broken) throw new TypeError('a bug');
    await count(event, session);
  });
  const deadLetters = await stack.read(service.deadLetters);
  await publishAll(service.bus, service.topic, [service.event({ version: 1 })]);
  await service.consumer({ group: 'fixed', listeners: [listener] });
  await eventually(() => expect(deadLetters).toHaveLength(1));
  broken = false;
  await service.connection.collection('parked_aggregates').deleteMany({});
  const replayed = JSON.parse(deadLetters[0]!.value) as Envelope;
  await publishAll(service.bus, service.topic, [replayed, service.event({ version: 2 })]);
  await eventually(async () => expect(await effects()).toEqual(['1:1 x1', '1:2 x1']));
});

it('a consumer waits for an unavailable service without a time limit and without a dead letter', async () => {
  const service = await stack.createService();
  let attempts = 0;
  const { count, effects } = counting(service);
  const listener = on(service.contract, async (event, session) => {
    attempts += 1;
    if (attempts <= 6) throw new Unavailable();
    await count(event, session);
  });
  const deadLetters = await stack.read(service.deadLetters);
  await publishAll(service.bus, service.topic, [service.event()]);
  await service.consumer({ group: 'patient', listeners: [listener] });
  await eventually(async () => expect(await effects()).toEqual(['1:1 x1']), 20_000);
  expect(deadLetters).toEqual([]);
});

it('a consumer waits for the database and continues in order after the outage', async () => {
  const service = await stack.createService();
  const order: number[] = [];
  const { count, effects } = counting(service);
  const listener = on(service.contract, async (event, session) => {
    await count(event, session);
    order.push(event.aggregate.version);
  });
  const deadLetters = await stack.read(service.deadLetters);
  const consumer = await service.consumer({ group: 'database', listeners: [listener] });
  await publishAll(service.bus, service.topic, [service.event({ version: 1 })]);
  await eventually(() => expect(order).toEqual([1]));
  await stack.stopMongo();
  await publishAll(
    service.bus,
    service.topic,
    upTo(5).map((step) => service.event({ version: step + 1 })),
  );
  await pause(2_000);
  expect(consumer.isMember()).toBe(true);
  expect(order).toEqual([1]);
  await stack.startMongo();
  await eventually(async () => expect(await effects()).toHaveLength(6), 15_000);
  expect(order.filter((version, index) => order.indexOf(version) === index)).toEqual(upTo(6));
  expect(deadLetters).toEqual([]);
});

it('an event takes effect once when its consumer crashes between the effect and the offset', async () => {
  const service = await stack.createService();
  const { listener, effects } = counting(service);
  let crashes = 0;
  const crashAt = (point: CrashPoint) => {
    if (point === 'after-effect-before-commit-offset' && crashes++ < 2) throw new Error('crash');
  };
  await service.consumer({ group: 'crash', listeners: [listener], crashAt });
  await publishAll(
    service.bus,
    service.topic,
    upTo(3).map((version) => service.event({ version })),
  );
  await eventually(() => expect(crashes).toBeGreaterThan(2));
  await eventually(async () => expect(await effects()).toEqual(['1:1 x1', '1:2 x1', '1:3 x1']));
});

it('an event takes effect once when the relay sends it twice', async () => {
  const service = await stack.createService();
  const { listener, effects } = counting(service);
  const messages = await stack.read(service.topic);
  let crashed = false;
  const crashAt = (point: CrashPoint) => {
    if (point !== 'after-publish-before-mark' || crashed) return;
    crashed = true;
    throw new Error('crash');
  };
  await service.consumer({ group: 'twice', listeners: [listener] });
  await service.relay({ crashAt });
  await service.save([service.event({ version: 1 }), service.event({ version: 2 })]);
  service.outbox.nudge();
  await eventually(() => expect(messages).toHaveLength(4));
  await eventually(async () => expect(await service.bus.lag('twice', [service.topic])).toBe(0));
  expect(await effects()).toEqual(['1:1 x1', '1:2 x1']);
});

it('a consumer continues after an outage of Kafka', async () => {
  const service = await stack.createService();
  const { listener, effects } = counting(service);
  const consumer = await service.consumer({ group: 'broker', listeners: [listener] });
  await publishAll(service.bus, service.topic, [service.event({ version: 1 })]);
  await eventually(async () => expect(await effects()).toHaveLength(1));
  await stack.stopKafka();
  await pause(1_500);
  expect(consumer.isReady()).toBe(true);
  await stack.startKafka();
  await eventually(() => publishAll(service.bus, service.topic, [service.event({ version: 2 })]), 10_000);
  await eventually(async () => expect(await effects()).toEqual(['1:1 x1', '1:2 x1']), 15_000);
});

it('a consumer stops promptly while Kafka is unavailable', async () => {
  const service = await stack.createService();
  const consumer = await service.consumer({ group: 'leaves', listeners: [counting(service).listener] });
  await eventually(() => expect(consumer.isMember()).toBe(true));
  await stack.stopKafka();
  await pause(300);
  const stopStarted = performance.now();
  await consumer.stop();
  expect(performance.now() - stopStarted).toBeLessThan(5_000);
  await stack.startKafka();
});

it('the members of a consumer group share its partitions', async () => {
  const service = await stack.createService();
  const { listener, effects } = counting(service);
  const first = await service.consumer({ group: 'shared', listeners: [listener] });
  await eventually(() => expect(first.isMember()).toBe(true));
  const second = await service.consumer({ group: 'shared', listeners: [listener] });
  await eventually(() => expect(second.isMember()).toBe(true), 10_000);
  const events = upTo(60).map((user) => service.event({ aggregate: user, user }));
  await publishAll(service.bus, service.topic, events);
  await eventually(async () => expect(await effects()).toHaveLength(60), 10_000);
  expect((await effects()).every((effect) => effect.endsWith('x1'))).toBe(true);
});

it('a consumer of another group rebuilds the same projection in another collection', async () => {
  const service = await stack.createService();
  const live = counting(service, 'live');
  await service.consumer({ group: 'live', listeners: [live.listener] });
  const events = upTo(250).map((user) => service.event({ aggregate: user, user }));
  await publishAll(service.bus, service.topic, events);
  await eventually(async () => expect(await live.effects()).toHaveLength(250), 10_000);
  const rebuilt = counting(service, 'rebuilt');
  await service.consumer({ group: 'live.rebuild', listeners: [rebuilt.listener] });
  await eventually(
    async () => expect(await service.bus.lag('live.rebuild', [service.topic])).toBe(0),
    10_000,
  );
  expect(await rebuilt.effects()).toEqual(await live.effects());
});

it('a consumer restarts after a permanent error of its subscription, instead of ending the process', async () => {
  const service = await stack.createService();
  const handled: number[] = [];
  let failures = 0;
  await service.bus.subscribe({
    group: 'broken',
    topics: [service.topic],
    onBatch: async ({ messages, done }) => {
      if (failures++ < 2) throw new TypeError('a bug outside of any listener');
      handled.push(messages.length);
      done(messages.at(-1)!.offset);
    },
  });
  await publishAll(service.bus, service.topic, [service.event()]);
  await eventually(() => expect(handled).toEqual([1]), 10_000);
});

it('a consumer rejects two listeners for the same event', async () => {
  const service = await stack.createService();
  const { listener } = counting(service);
  const twice = service.consumer({ group: 'double', listeners: [listener, listener] });
  await expect(twice).rejects.toThrow(DuplicateListener);
});
