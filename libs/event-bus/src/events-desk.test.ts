import { eventually } from '@kumbuka/testing';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createEventsDesk, on } from './index.ts';
import { publishAll, silent, startTrialStack, type TrialStack } from './testing/trial-stack.ts';

let stack: TrialStack;
beforeAll(async () => {
  stack = await startTrialStack();
});
afterEach(() => stack.stopParts());
afterAll(() => stack.stop());

const openDesk = () =>
  createEventsDesk({
    brokers: stack.brokers,
    clientId: 'desk',
    log: silent,
    mongoUrl: stack.mongoUrl(),
  });

it('shows dead letters, lets their aggregate in again and replays them in order, each once', async () => {
  const service = await stack.createService();
  const desk = openDesk();
  let broken = true;
  const done: number[] = [];
  const listener = on(service.contract, async ({ aggregate }) => {
    if (broken) throw new Error('a bug');
    done.push(aggregate.version);
  });
  const consumer = await service.consumer({ group: 'mended', listeners: [listener] });
  await publishAll(
    service.bus,
    service.topic,
    [1, 2, 3].map((version) => service.event({ version })),
  );
  await eventually(async () => expect(await desk.letters(service.topic)).toHaveLength(3), 10_000);
  const reasons = (await desk.letters(service.topic)).map(({ headers }) => headers['reason']);
  expect(reasons).toEqual(['failed', 'parked', 'parked']);
  const database = service.contract.source;
  expect(await desk.parked(database, 'mended')).toMatchObject([
    { aggregate: 'walk:1', error: 'Error: a bug' },
  ]);

  broken = false;
  expect(await desk.unpark(database, 'mended', 'walk:9')).toBe(0);
  expect(await desk.unpark(database, 'mended', 'walk:1')).toBe(1);
  expect(await desk.replay(service.topic)).toEqual({ sent: 3, kept: 0 });
  await eventually(() => expect(done).toEqual([1, 2, 3]), 10_000);
  expect(await desk.replay(service.topic)).toEqual({ sent: 0, kept: 0 });
  expect(await desk.letters(service.topic)).toEqual([]);
  await eventually(async () =>
    expect(await desk.lag('mended', [service.topic, service.deadLetters])).toEqual([
      { topic: service.topic, lag: 0 },
    ]),
  );
  expect(consumer.isAlive()).toBe(true);
}, 30_000);
