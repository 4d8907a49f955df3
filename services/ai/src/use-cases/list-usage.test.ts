import { internalHeaders, type UsageOfUser, type UsagePage } from '@kumbuka/contracts';
import mongoose, { type Connection } from 'mongoose';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startAiTest, type AiTest } from '../testing/ai-suite.ts';

let ai: AiTest;
let connection: Connection;
beforeAll(async () => {
  ai = await startAiTest();
  connection = await mongoose.createConnection(ai.stack.mongo.uri('kumbuka_ai')).asPromise();
});
afterAll(async () => {
  await connection.close();
  await ai.stop();
});
beforeEach(() => quotas().deleteMany({}));

const quotas = () => connection.collection<{ _id: string }>('quotas');
const month = (ownerId: number, name: string, committed: number, reserved: number[] = []) => ({
  _id: `${ownerId}:${name}`,
  ownerId,
  month: name,
  committed,
  reserved,
  version: committed + reserved.length,
});

it('the usage list has the latest month of each learner, running prompts included', async () => {
  await quotas().insertMany([month(3, '2026-02', 5), month(3, '2026-03', 2, [70]), month(4, '2025-12', 1)]);
  const three = { userId: 3, usage: { month: '2026-03', used: 3, limit: 5, version: 3 } };
  const four = { userId: 4, usage: { month: '2025-12', used: 1, limit: 5, version: 1 } };
  expect((await ai.rest('GET', '/internal/usage')).body).toEqual({ users: [three, four], next: null });
  expect((await ai.rest('GET', '/internal/usage/3')).body).toEqual(three);
  expect((await ai.rest('GET', '/internal/usage/5')).body).toEqual({ userId: 5, usage: null });
});

it('a learner whose months lie on both sides of a page is listed once, with the latest', async () => {
  const months = ['2026-01', '2026-02', '2026-03'];
  const ids = Array.from({ length: 700 }, (_, index) => index + 1);
  await quotas().insertMany(ids.flatMap((id) => months.map((name) => month(id, name, 1))));
  const update: UsageOfUser[] = [];
  for (let after: number | null = 0; after !== null;) {
    const query: Record<string, string> = after === 0 ? {} : { after: String(after) };
    const page: UsagePage = (await ai.rest('GET', '/internal/usage', { query })).body;
    update.push(...page.users);
    after = page.next;
  }
  expect(update.map(({ userId }) => userId)).toEqual(ids);
  expect(new Set(update.map(({ usage }) => usage?.month))).toEqual(new Set(['2026-03']));
});

it('the routes of usage reject requests without the internal key', async () => {
  const headers = { [internalHeaders.key]: 'another' };
  for (const path of ['/internal/usage', '/internal/usage/3'])
    expect((await ai.rest('GET', path, { headers })).status).toBe(403);
});
