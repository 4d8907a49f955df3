import { eventually } from '@kumbuka/testing/servers';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { setTimeout as pause } from 'node:timers/promises';
import { on } from '../index.ts';
import { startTrialStack, type TrialService, type TrialStack } from '../testing/trial-stack.ts';

let stack: TrialStack;
beforeAll(async () => {
  stack = await startTrialStack();
});
afterEach(() => stack.stopParts());
afterAll(() => stack.stop());

interface Row {
  _id: string;
  count: number;
}
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** Changes a row repeatedly in separate transactions until stopped. */
function writeRepeatedly({ connection }: TrialService, _id: string, gapMs: number) {
  const rows = connection.collection<Row>('rows');
  let writing = true;
  const done = (async () => {
    while (writing) {
      await connection.transaction((session) =>
        rows.updateOne({ _id }, { $inc: { count: 1 } }, { session, upsert: true }),
      );
      await pause(gapMs);
    }
  })();
  return async () => {
    writing = false;
    await done;
  };
}

/** Listener that updates the row of the event's user for a few milliseconds. */
function touching({ connection, contract }: TrialService) {
  const rows = connection.collection<Row>('rows');
  return {
    listener: on(contract, async ({ key, aggregate }, session) => {
      await rows.updateOne({ _id: key }, { $inc: { count: 1 } }, { session, upsert: true });
      const touched = { _id: `${key} by ${aggregate.id}`, count: 1 };
      await rows.updateOne({ _id: touched._id }, { $inc: { count: 1 } }, { session, upsert: true });
      await pause(1);
    }),
    touched: async (filter: { _id: RegExp }) =>
      (await rows.find(filter).toArray()).map(({ _id, count }) => `${_id} x${count}`),
  };
}

it('a user who writes all the time does not delay 250 other users of the same partition', async () => {
  const service = await stack.createService();
  const { listener, touched } = touching(service);
  const deadLetters = await stack.read(service.deadLetters);
  const events = upTo(250).map((user) => service.event({ aggregate: user, user: user + 1_000 }));
  const ofBusyUser = upTo(5).map((version) => service.event({ aggregate: 9, version, user: 9 }));
  const mixed = events.flatMap((event, index) =>
    index % 50 === 49 ? [event, ...ofBusyUser.splice(0, 1)] : [event],
  );
  await service.bus.publish(
    service.topic,
    mixed.map((event) => ({ key: 'one partition', value: JSON.stringify(event) })),
  );
  const stop = writeRepeatedly(service, '9', 20);
  await pause(100);
  const from = performance.now();
  await service.consumer({ group: 'busy', listeners: [listener] });
  await eventually(async () => expect(await touched({ _id: /^1... by/ })).toHaveLength(250), 10_000);
  const othersAfter = performance.now() - from;
  await eventually(async () => expect(await touched({ _id: /^9 by/ })).toEqual(['9 by 9 x5']), 10_000);
  await stop();
  expect(othersAfter).toBeLessThan(8_000);
  expect(new Set(await touched({ _id: /^1... by/ })).size).toBe(250);
  expect(deadLetters).toEqual([]);
}, 60_000);

/**
 * Locks a row in one transaction after another, because the server ends each after five seconds. Returns a function that
 * releases the row.
 */
async function hold({ connection }: TrialService, id: string): Promise<() => Promise<void>> {
  let isWanted = true;
  const lock = async () => {
    const session = await connection.startSession();
    session.startTransaction();
    const change = { $inc: { count: 1 } };
    const held = connection.collection<Row>('rows').updateOne({ _id: id }, change, { session });
    return { session, isHeld: await held.then(Boolean, () => false) };
  };
  const first = await lock();
  const holding = (async () => {
    for (let { session, isHeld } = first; ; { session, isHeld } = await lock()) {
      for (let ms = 0; isHeld && isWanted && ms < 4_000; ms += 50) await pause(50);
      await session.abortTransaction();
      await session.endSession();
      if (!isWanted) return;
    }
  })();
  return async () => {
    isWanted = false;
    await holding;
  };
}

it('a consumer gives up on an event whose row stays locked, because a lock is not an outage', async () => {
  const service = await stack.createService();
  const { listener, touched } = touching(service);
  const deadLetters = await stack.read(service.deadLetters);
  const rows = service.connection.collection<Row>('rows');
  await rows.insertOne({ _id: '9', count: 1 });
  const release = await hold(service, '9');
  const events = [service.event({ aggregate: 9, user: 9 }), service.event({ aggregate: 10, user: 10 })];
  await service.bus.publish(
    service.topic,
    events.map((event) => ({ key: 'one partition', value: JSON.stringify(event) })),
  );
  await service.consumer({ group: 'held', listeners: [listener] });
  await eventually(async () => expect(await touched({ _id: /^10 by/ })).toEqual(['10 by 10 x1']), 3_000);
  await eventually(() => expect(deadLetters).toHaveLength(1), 20_000);
  await release();
  expect(deadLetters[0]?.headers).toMatchObject({
    reason: 'failed',
    error: expect.stringMatching(/conflict/i),
  });
  const parked = service.connection.collection<{ _id: string }>('parked_aggregates');
  expect(await parked.findOne({})).toMatchObject({ _id: 'held:walk:9' });
}, 60_000);
