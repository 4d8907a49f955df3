import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@kumbuka/testing';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { on } from './index.ts';
import { publishAll, startTrialStack, type TrialStack } from './testing/trial-stack.ts';

let stack: TrialStack;
beforeAll(async () => {
  stack = await startTrialStack();
});
afterEach(() => stack.stopParts());
afterAll(() => stack.stop());

it('stays a member while a listener takes longer than a session', async () => {
  const service = await stack.createService();
  const listener = on(service.contract, () => sleep(7_500));
  let reads = 0;
  await publishAll(service.bus, service.topic, [service.event()]);
  await service.consumer({ group: 'slow', listeners: [listener], crashAt: () => void (reads += 1) });
  await eventually(async () => expect(await service.bus.lag('slow', [service.topic])).toBe(0), 15_000);
  expect(reads).toBe(1);
});

it('does not spin while nothing happens', async () => {
  const service = await stack.createService();
  const consumer = await service.consumer({
    group: 'idle',
    listeners: [on(service.contract, async () => {})],
  });
  await eventually(() => expect(consumer.isMember()).toBe(true));
  const require = createRequire(import.meta.url);
  const queue = require('kafkajs/src/network/requestQueue') as {
    prototype: { checkPendingRequests(): void };
  };
  const { checkPendingRequests } = queue.prototype;
  let checks = 0;
  queue.prototype.checkPendingRequests = function count() {
    checks += 1;
    return checkPendingRequests.call(this);
  };
  await sleep(1_000);
  queue.prototype.checkPendingRequests = checkPendingRequests;
  expect(checks).toBeGreaterThan(0);
  expect(checks).toBeLessThan(30);
});
