import { subscriptionActivated, type PlanOfUser } from '@kumbuka/contracts';
import { newEvent } from '@kumbuka/event-bus';
import { eventually } from '@kumbuka/testing/servers';
import { publishEvents, rebuildCommand, startUserSource } from '@kumbuka/testing';
import mongoose, { type Connection } from 'mongoose';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startAiTest, type AiTest } from '../testing/ai-suite.ts';

let ai: AiTest;
let connection: Connection;
let billing: Awaited<ReturnType<typeof startBilling>>;
let command: ReturnType<typeof rebuildCommand>;
beforeAll(async () => {
  ai = await startAiTest();
  billing = await startBilling();
  connection = await mongoose.createConnection(ai.stack.mongo.uri('kumbuka_ai')).asPromise();
  command = rebuildCommand(new URL('../rebuild.ts', import.meta.url), {
    ...ai.stack.env,
    BILLING_URL: billing.url,
  });
});
afterAll(async () => {
  await connection.close();
  await billing.stop();
  await ai.stop();
});
beforeEach(async () => {
  billing.clear();
  await rows().deleteMany({});
});

const day = 86_400_000;
const daysAhead = (days: number) => new Date(Math.ceil(Date.now() / day + days) * day);
const rows = () => connection.collection<{ _id: number; [field: string]: unknown }>('learners');
const planOf = (id: number) => rows().findOne({ _id: id });

const noPayment = { paymentId: null, version: 0 };
const startBilling = () =>
  startUserSource<PlanOfUser>('/internal/plans', (userId) => ({
    userId,
    ...noPayment,
    paidUntil: null,
    expiredAt: null,
  }));

const setPlan = (userId: number, paidUntil: Date, expiredAt: Date | null = null) =>
  billing.setUser({
    userId,
    ...noPayment,
    paidUntil: paidUntil.toISOString(),
    expiredAt: expiredAt?.toISOString() ?? null,
  });

it('a rebuild restores lost plans from billing', async () => {
  const [soon, over] = [daysAhead(10), daysAhead(-10)];
  for (const id of [1, 2, 3]) setPlan(id, soon);
  setPlan(4, over, over);
  expect(await command()).toMatchObject({ code: 2, report: { missing: 4, owned: [1, 2, 3, 4], swapped: 0 } });
  expect(await rows().countDocuments()).toBe(0);

  expect(await command('--swap')).toMatchObject({ code: 0, report: { missing: 4, swapped: 4 } });
  expect(await planOf(3)).toMatchObject({ paidUntil: soon, expiredAt: null });
  expect(await planOf(4)).toMatchObject({ paidUntil: over, expiredAt: over });
  expect((await ai.quota(1)).unlimited).toBe(true);
  expect((await ai.quota(4)).unlimited).toBe(false);
  const again = await command('--swap');
  expect(again).toMatchObject({
    code: 0,
    report: { rows: 4, different: 0, missing: 0, orphans: 0, swapped: 0 },
  });
  expect(again.report.live).toBe(again.report.rebuilt);
});

it('a rebuild ends a plan that billing does not have, and does not change a learner without a plan', async () => {
  await rows().insertOne({
    _id: 7,
    paidUntil: daysAhead(99),
    expiredAt: null,
    runningId: 5,
    erasedAt: null,
  });
  await rows().insertOne({ _id: 8, runningId: 6, erasedAt: null });
  expect(await command('--swap')).toMatchObject({ code: 0, report: { owners: 1, orphans: 1, owned: [7] } });
  expect(await planOf(7)).toMatchObject({ paidUntil: null, runningId: 5 });
  expect(await planOf(8)).toEqual({ _id: 8, runningId: 6, erasedAt: null });
});

it('a rebuild reports no difference for the end of an earlier period that billing no longer has', async () => {
  const [until, earlier] = [daysAhead(10), daysAhead(-40)];
  setPlan(9, until);
  await rows().insertOne({
    _id: 9,
    paidUntil: until,
    expiredAt: earlier,
    runningId: null,
    erasedAt: null,
  });
  expect(await command()).toMatchObject({ code: 0, report: { rows: 1, different: 0 } });
});

it('a rebuild gives a deleted learner no plan', async () => {
  setPlan(10, daysAhead(10));
  const gone = { _id: 10, paidUntil: null, expiredAt: null, runningId: null, erasedAt: daysAhead(-1) };
  await rows().insertOne(gone);
  expect(await command('--swap')).toMatchObject({ code: 0, report: { rows: 0, swapped: 0 } });
  expect(await planOf(10)).toEqual(gone);
});

it('a rebuild during a payment never undoes the plan', async () => {
  const [before, after] = [daysAhead(10), daysAhead(40)];
  setPlan(11, before);
  let reads = 0;
  billing.meanwhile.beforeResponse = async () => {
    reads += 1;
    // The first request compares, the second belongs to the swap.
    if (reads !== 2) return;
    setPlan(11, after);
    const data = {
      userId: 11,
      paymentId: '01930d3e-7c00-7000-8000-000000000001',
      periodStart: before.toISOString(),
      periodEnd: after.toISOString(),
    };
    const about = { key: 11, aggregate: { id: 11, version: 2 }, occurredAt: new Date(), data };
    await publishEvents(ai.stack, [newEvent(subscriptionActivated, about)]);
    await eventually(async () => expect(await planOf(11)).toMatchObject({ paidUntil: after }));
  };
  await rows().insertOne({
    _id: 11,
    paidUntil: null,
    expiredAt: null,
    runningId: null,
    erasedAt: null,
  });
  expect(await command('--swap')).toMatchObject({ code: 0, report: { swapped: 1 } });
  expect(await planOf(11)).toMatchObject({ paidUntil: after });
  expect(reads).toBe(3);
});
