import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@kumbuka/testing/servers';
import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { on, onMany } from '../index.ts';
import { createClient } from './client.ts';
import { publishAll, silent, startTrialStack, type TrialStack } from '../testing/trial-stack.ts';

let stack: TrialStack;
/** Shorter than the default, so that a test can wait for longer than a session. */
const sessionMs = 2_500;
const beyondSessionMs = sessionMs + 500;
beforeAll(async () => {
  stack = await startTrialStack();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await stack.stopParts();
});
afterAll(() => stack.stop());

it('a consumer stays a member while a handler takes longer than a session', async () => {
  const service = await stack.createService(undefined, { sessionMs });
  const members: unknown[] = [];
  const listener = on(service.contract, async () => {
    await sleep(beyondSessionMs);
    members.push(await membersOf('slow'));
  });
  await publishAll(service.bus, service.topic, [service.event()]);
  await service.consumer({ group: 'slow', listeners: [listener] });
  await eventually(async () => expect(await service.bus.lag('slow', [service.topic])).toBe(0), 15_000);
  expect(members).toEqual([1]);
});

it('an idle consumer does not spin', async () => {
  const service = await stack.createService();
  const consumer = await service.consumer({
    group: 'idle',
    listeners: [on(service.contract, async () => {})],
  });
  await eventually(() => expect(consumer.isMember()).toBe(true));
  const checks = vi.spyOn(RequestQueue.prototype, 'checkPendingRequests');
  await sleep(1_000);
  expect(checks.mock.calls.length).toBeGreaterThan(0);
  expect(checks.mock.calls.length).toBeLessThan(30);
});

it('a consumer never sets a timer with a negative delay', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  const service = await stack.createService();
  const handler = vi.fn<() => Promise<void>>(async () => {});
  await service.consumer({ group: 'timers', listeners: [on(service.contract, handler)] });
  await publishAll(service.bus, service.topic, [service.event()]);
  await eventually(() => expect(handler).toHaveBeenCalled());
  await sleep(1_500);
  expect(timers.mock.calls.filter(([, ms]) => (ms ?? 0) < 0)).toEqual([]);
});

/** Highest number of concurrent transactions of a group over events of all partitions. */
async function openAtOnce(gathers: boolean): Promise<number> {
  const service = await stack.createService();
  const users = 30;
  let [open, max, processed] = [0, 0, 0];
  const listeners = onMany([service.contract], async (events) => {
    max = Math.max(max, ++open);
    await sleep(50);
    open -= 1;
    processed += events.length;
  });
  const consumer = await service.consumer({ group: `shares-${gathers}`, listeners, gathers });
  await eventually(() => expect(consumer.isMember()).toBe(true));
  for (const from of [0, users]) {
    const events = Array.from({ length: users }, (_, index) =>
      service.event({ aggregate: from + index, user: from + index }),
    );
    await publishAll(service.bus, service.topic, events);
  }
  await eventually(() => expect(processed).toBe(2 * users), 15_000);
  return max;
}

it('a consumer of batches processes one partition at a time, so that its transactions do not conflict', async () => {
  expect(await openAtOnce(true)).toBe(1);
  expect(await openAtOnce(false)).toBeGreaterThan(1);
});

it('a consumer stays a member when the clock is set back an hour', async () => {
  const service = await stack.createService(undefined, { sessionMs });
  const handler = vi.fn<() => Promise<void>>(async () => {});
  const listeners = [on(service.contract, handler)];
  const consumer = await service.consumer({ group: 'set-back', listeners });
  await eventually(() => expect(consumer.isMember()).toBe(true));
  const { now } = Date;
  vi.spyOn(Date, 'now').mockImplementation(() => now() - 3_600_000);
  await sleep(beyondSessionMs);
  expect(await membersOf('set-back')).toBe(1);
  await publishAll(service.bus, service.topic, [service.event()]);
  await eventually(() => expect(handler).toHaveBeenCalled(), 2_000);
}, 30_000);

it('a consumer with many fetched partitions processes no further batch while its group waits for it to rejoin', async () => {
  const services = await Promise.all([stack.createService(), stack.createService(), stack.createService()]);
  const contracts = services.map(({ contract }) => contract);
  for (const { bus, topic, event } of services) {
    const events = Array.from({ length: 30 }, (_, user) => event({ aggregate: user, user }));
    await publishAll(bus, topic, events);
  }
  const states: (string | undefined)[] = [];
  const awaited = Promise.withResolvers<void>();
  const busy = onMany(contracts, async () => {
    states.push((await groupOf('busy'))?.state);
    await awaited.promise;
  });
  const [service] = services;
  await service.consumer({ group: 'busy', listeners: busy });
  await eventually(() => expect(states).toEqual(['Stable', 'Stable', 'Stable']), 10_000);
  const second = await service.consumer({ group: 'busy', listeners: onMany(contracts, async () => {}) });
  await eventually(async () => expect((await groupOf('busy'))?.state).toBe('PreparingRebalance'), 10_000);
  // By then the group has sent a heartbeat.
  await sleep(600);
  awaited.resolve();
  await eventually(() => expect(second.isMember()).toBe(true), 10_000);
  expect(states).not.toContain('PreparingRebalance');
}, 45_000);

/** Group as the broker reports it. */
async function groupOf(group: string) {
  const admin = createClient({ brokers: stack.brokers, clientId: 'counts', log: silent }).admin();
  await admin.connect();
  const { groups } = await admin.describeGroups([group]);
  await admin.disconnect();
  return groups[0];
}

const membersOf = async (group: string) => (await groupOf(group))?.members.length;
