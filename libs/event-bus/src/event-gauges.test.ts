import { eventually } from '@kumbuka/testing/servers';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { eventGauges, on, type Listener } from './index.ts';
import { publishAll, startTrialStack, type TrialService, type TrialStack } from './testing/trial-stack.ts';

let stack: TrialStack;
beforeAll(async () => {
  stack = await startTrialStack();
});
afterEach(() => stack.stopParts());
afterAll(() => stack.stop());

/** All metrics by name, rounded. */
async function gaugesOf(service: TrialService, group: string, listeners: readonly Listener[]) {
  const gauges = eventGauges({ ...service, group, listeners, now: () => new Date() });
  const values = gauges.map(async ({ name, read }) => [name, Math.round(await read())]);
  return Object.fromEntries(await Promise.all(values)) as Record<string, number>;
}

it('event metrics report waiting events, dead letters and the time since the last event', async () => {
  const service = await stack.createService();
  const listeners = [
    on(service.contract, async ({ aggregate }) => {
      if (aggregate.id === '7') throw new Error('cannot do this');
    }),
  ];
  await service.save([service.event({ aggregate: 1 }), service.event({ aggregate: 2 })]);
  const events = [7, 8, 9].map((aggregate) => service.event({ aggregate, user: aggregate }));
  await publishAll(service.bus, service.topic, events);
  const consumer = await service.consumer({ group: 'read', listeners });
  await eventually(async () => expect(await service.bus.lag('read', [service.topic])).toBe(0), 10_000);
  await consumer.stop();
  await publishAll(service.bus, service.topic, [service.event({ aggregate: 10 })]);

  const { events_outbox_oldest_age_seconds: age, ...rest } = await gaugesOf(service, 'read', listeners);
  expect(age).toBeGreaterThan(1_000_000);
  expect(rest).toEqual({
    events_outbox_waiting: 2,
    events_consumer_lag: 1,
    events_dead_letters: 1,
    events_parked_aggregates: 1,
    events_inbox_age_seconds: expect.toSatisfy((seconds: number) => seconds >= 0 && seconds < 30),
  });
});

it('a service without listeners has only the metrics of its outbox', async () => {
  const service = await stack.createService();
  expect(await gaugesOf(service, 'none', [])).toEqual({
    events_outbox_waiting: 0,
    events_outbox_oldest_age_seconds: 0,
  });
});
