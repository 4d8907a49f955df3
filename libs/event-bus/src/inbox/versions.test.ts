import { nextVersion, type Envelope, type EventContract } from '@kumbuka/contracts';
import { eventually } from '@kumbuka/testing/servers';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { createEventsAdmin, newEvent, on, type Listener } from '../index.ts';
import { DuplicateListener, tableOf } from './listener.ts';
import {
  publishAll,
  silent,
  startTrialStack,
  type TrialService,
  type TrialStack,
} from '../testing/trial-stack.ts';

let stack: TrialStack;
beforeAll(async () => {
  stack = await startTrialStack();
});
afterEach(() => stack.stopParts());
afterAll(() => stack.stop());

/** Next version of the event: `step` was renamed to `pace`, which is required. */
const paced = ({ contract }: TrialService) =>
  nextVersion(contract, z.object({ pace: z.string() }), ({ step }) => ({ pace: `step ${step}` }));

const eventOf = (contract: EventContract<z.ZodObject<{ pace: z.ZodString }>>, version: number): Envelope =>
  newEvent(contract, {
    key: 1,
    aggregate: { id: 1, version },
    occurredAt: new Date(0),
    data: { pace: `fast ${version}` },
  });

/** Consumer after its upgrade and what it received: versions of aggregate and event, and the data. */
function upgraded(service: TrialService) {
  const received: string[] = [];
  const listener: Listener = on(paced(service), async ({ aggregate, version, data: { pace } }) => {
    received.push(`${aggregate.version} v${version} ${pace}`);
  });
  return { received, listener };
}

it('a listener of the new version receives both versions as the new one, in order', async () => {
  const service = await stack.createService();
  const { received, listener } = upgraded(service);
  const deadLetters = await stack.read(service.deadLetters);
  const [first, third] = [service.event({ version: 1 }), service.event({ version: 3 })];
  await publishAll(service.bus, service.topic, [first, eventOf(paced(service), 2), third]);
  await service.consumer({ group: 'upgraded', listeners: [listener] });
  await eventually(() => expect(received).toEqual(['1 v2 step 1', '2 v2 fast 2', '3 v2 step 3']));
  expect(deadLetters).toEqual([]);
});

it('an earlier version with invalid data becomes a dead letter, also when its upcast fails', async () => {
  const service = await stack.createService();
  const { received, listener } = upgraded(service);
  const failing = nextVersion(service.contract, z.object({}), () => {
    throw new Error('cannot convert it');
  });
  const deadLetters = await stack.read(service.deadLetters);
  const broken = { ...service.event({ version: 1 }), data: { pace: 'of version 2' } };
  await publishAll(service.bus, service.topic, [broken]);
  await service.consumer({ group: 'upgraded', listeners: [listener] });
  await service.consumer({ group: 'failing', listeners: [on(failing, async () => undefined)] });
  await publishAll(service.bus, service.topic, [service.event({ version: 2 })]);
  await eventually(() => expect(received).toEqual(['2 v2 step 2']));
  await eventually(() => expect(deadLetters).toHaveLength(3));
  const reasons = deadLetters.map(({ headers }) => `${headers['group']}: ${headers['error']}`).toSorted();
  expect(reasons).toEqual([
    expect.stringMatching(/^failing: .* breaks its contract: Error: cannot convert it$/),
    expect.stringMatching(/^failing: .* breaks its contract: step: /),
    expect.stringMatching(/^upgraded: .* breaks its contract: step: /),
  ]);
});

it('events of a version that a consumer does not know yet become dead letters and are replayed after its upgrade', async () => {
  const service = await stack.createService();
  const early: number[] = [];
  const before = await service.consumer({
    group: 'reader',
    listeners: [on(service.contract, async ({ aggregate }) => void early.push(aggregate.version))],
  });
  const admin = createEventsAdmin({
    brokers: stack.brokers,
    clientId: 'admin',
    log: silent,
    mongoUrl: stack.mongoUrl(),
    dispositionsDatabase: 'notes',
  });
  await admin.prepare();
  const events = [service.event({ version: 1 }), eventOf(paced(service), 2), service.event({ version: 3 })];
  await publishAll(service.bus, service.topic, events);
  await eventually(() => expect(early).toEqual([1, 3]));
  await eventually(async () => expect(await admin.count(service.topic)).toBe(1));
  expect(await admin.parked(service.contract.source, 'reader')).toEqual([]);
  await before.stop();

  const { received, listener } = upgraded(service);
  await service.consumer({ group: 'reader', listeners: [listener] });
  expect(await admin.replay(service.topic, 'an operator')).toEqual({ sent: 1, kept: 0 });
  await publishAll(service.bus, service.topic, [eventOf(paced(service), 4)]);
  await eventually(() => expect(received).toEqual(['2 v2 fast 2', '4 v2 fast 4']));
  expect(await admin.count(service.topic)).toBe(0);
});

it('a group has one listener for each version', async () => {
  const service = await stack.createService();
  const both = [on(service.contract, async () => undefined), upgraded(service).listener];
  expect(() => tableOf(both)).toThrow(DuplicateListener);
});
