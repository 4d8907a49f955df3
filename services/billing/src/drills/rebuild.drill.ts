import { quotaUsed, type UsageOfUser } from '@kumbuka/contracts';
import { newEvent } from '@kumbuka/event-bus';
import { eventually } from '@kumbuka/testing/servers';
import { publishEvents, rebuildCommand, startUserSource } from '@kumbuka/testing';
import mongoose, { type Connection } from 'mongoose';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startBilling, type TestBilling } from '../testing/test-billing.ts';
import { noon } from '../testing/builders.ts';

let billing: TestBilling;
let connection: Connection;
let ai: Awaited<ReturnType<typeof startAi>>;
let command: ReturnType<typeof rebuildCommand>;
beforeAll(async () => {
  billing = await startBilling({}, { now: () => noon });
  ai = await startAi();
  connection = await mongoose.createConnection(billing.stack.mongo.uri('kumbuka_billing')).asPromise();
  command = rebuildCommand(new URL('../rebuild.ts', import.meta.url), {
    ...billing.stack.env,
    AI_URL: ai.url,
  });
});
afterAll(async () => {
  await connection.close();
  await ai.stop();
  await billing.stop();
});
beforeEach(async () => {
  ai.clear();
  await rows().deleteMany({});
});

const rows = () => connection.collection<{ _id: number; [field: string]: unknown }>('learners');
const rowOf = (id: number) => rows().findOne({ _id: id });
const march = (used: number, version: number) => ({ month: '2026-03', used, limit: 5, version });

const startAi = () => startUserSource<UsageOfUser>('/internal/usage', (userId) => ({ userId, usage: null }));

const setUsage = (userId: number, usage: UsageOfUser['usage']) => ai.setUser({ userId, usage });

it('a rebuild restores lost usage from ai', async () => {
  for (const id of [1, 2, 3]) setUsage(id, march(id, id + 1));
  await rows().insertOne({ _id: 1, paymentCount: 3, usage: null, erasedAt: null });
  await rows().insertOne({ _id: 2, usage: march(5, 9), erasedAt: null });
  const found = { different: 1, missing: 2, owned: [1, 2, 3] };
  expect(await command()).toMatchObject({ code: 2, report: { ...found, swapped: 0 } });
  expect(await rowOf(3)).toBeNull();

  expect(await command('--swap')).toMatchObject({ code: 0, report: { ...found, swapped: 3 } });
  expect(await rowOf(1)).toMatchObject({ paymentCount: 3, usage: march(1, 2) });
  expect(await rowOf(2)).toMatchObject({ usage: march(2, 3) });
  expect((await billing.rest('GET', '/billing/status', { as: 3 })).body).toMatchObject({ month_used: 3 });
  const again = await command('--swap');
  expect(again).toMatchObject({
    code: 0,
    report: { rows: 3, different: 0, missing: 0, orphans: 0, swapped: 0 },
  });
  expect(again.report.live).toBe(again.report.rebuilt);
});

it('a rebuild deletes usage that ai does not have, and gives a deleted learner none', async () => {
  setUsage(5, march(2, 2));
  await rows().insertOne({ _id: 4, paymentCount: 1, usage: march(2, 2), erasedAt: null });
  await rows().insertOne({ _id: 5, paymentCount: 0, usage: null, erasedAt: noon });
  expect(await command('--swap')).toMatchObject({ code: 0, report: { orphans: 1, owned: [4], swapped: 1 } });
  expect(await rowOf(4)).toMatchObject({ paymentCount: 1, usage: null });
  expect(await rowOf(5)).toMatchObject({ usage: null, erasedAt: noon });
});

it('a rebuild during a prompt never undoes its usage', async () => {
  setUsage(6, march(1, 1));
  let requests = 0;
  ai.meanwhile.beforeResponse = async () => {
    requests += 1;
    // The first request compares, the second belongs to the swap.
    if (requests !== 2) return;
    setUsage(6, march(2, 2));
    const data = { userId: 6, month: '2026-03', used: 2, limit: 5, usedAt: noon.toISOString() };
    const about = { key: 6, aggregate: { id: '6:2026-03', version: 2 }, occurredAt: noon, data };
    await publishEvents(billing.stack, [newEvent(quotaUsed, about)]);
    await eventually(async () => expect(await rowOf(6)).toMatchObject({ usage: march(2, 2) }));
  };
  await rows().insertOne({ _id: 6, usage: null, erasedAt: null });
  expect(await command('--swap')).toMatchObject({ code: 0, report: { swapped: 1 } });
  expect(await rowOf(6)).toMatchObject({ usage: march(2, 2) });
  expect(requests).toBe(3);
});
