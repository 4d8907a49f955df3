import { eventually } from '@kumbuka/testing/servers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { on } from './index.ts';
import { publishAll, startTrialStack, type TrialStack } from './testing/trial-stack.ts';

let stack: TrialStack;
beforeAll(async () => {
  stack = await startTrialStack();
});
afterEach(() => stack.stopParts());
afterAll(() => stack.stop());

it('a consumer with a hanging listener is not alive although it still sends heartbeats', async () => {
  const service = await stack.createService();
  let now = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  let started = false;
  const listener = on(service.contract, async () => {
    started = true;
    await promise;
  });
  const consumer = await service.consumer({ group: 'hangs', listeners: [listener], monotonic: () => now });
  await publishAll(service.bus, service.topic, [service.event()]);
  await eventually(() => expect(started).toBe(true));
  now += 119_000;
  expect(consumer.isAlive()).toBe(true);
  now += 2_000;
  expect(consumer.isAlive()).toBe(false);
  // A broker may reject a fetch of a new topic, and the consumer rejoins.
  await eventually(() => expect([consumer.isAlive(), consumer.isMember()]).toEqual([false, true]));
  resolve();
  await eventually(() => expect(consumer.isAlive()).toBe(true));
});

it('a relay is alive while it waits for Kafka, but not when it hangs', async () => {
  const service = await stack.createService();
  let now = 0;
  let hangs = false;
  const stuck = Promise.withResolvers<void>();
  const bus = {
    ...service.bus,
    publish: () => (hangs ? stuck.promise : Promise.reject(new Error('Kafka is unavailable'))),
  };
  const relay = await service.relay({ bus, monotonic: () => now });
  await service.save([service.event()]);
  await eventually(() => expect(relay.isActive()).toBe(true));
  hangs = true;
  service.outbox.nudge();
  await eventually(() => expect(relay.isAlive()).toBe(true));
  await pause(1_500);
  now += 121_000;
  expect(relay.isAlive()).toBe(false);
  stuck.resolve();
});
