import {
  subscriptionActivated,
  subscriptionExpired,
  subscriptionShortened,
  userDeleted,
  type EventContract,
  type EventData,
} from '@kumbuka/contracts';
import { newEvent } from '@kumbuka/event-bus';
import { eventually } from '@kumbuka/testing/servers';
import { publishEvents } from '@kumbuka/testing';
import mongoose, { type Connection } from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { heldProvider, someDrafts, startAiTest, type AiTest } from './testing/ai-suite.ts';

const hour = 3_600_000;
const noon = new Date('2026-03-15T12:00:00Z').getTime();
let clock = noon;
let ai: AiTest;
let database: Connection;
const { provider, held, preparations } = heldProvider();
let learner = 500;
let versions = 0;

beforeAll(async () => {
  ai = await startAiTest({ now: () => new Date(clock), provider });
  database = await mongoose.createConnection(ai.stack.mongo.uri('kumbuka_ai')).asPromise();
});
afterAll(async () => {
  await database.close();
  await ai.stop();
});
beforeEach(() => {
  clock = noon;
  held.length = 0;
  learner += 1;
});

const begin = async () => (await ai.generate(learner)).data.generateCards.id as string;
const ends = (id: string, state: string) =>
  eventually(async () => expect((await ai.generation(learner, id)).state).toBe(state));
const last = () =>
  eventually(() => {
    const run = held.at(-1);
    if (!run) throw new Error('Nothing runs.');
    return run;
  });
const generate = async () => {
  const id = await begin();
  (await last()).give(someDrafts(6));
  await ends(id, 'READY');
  held.length = 0;
};
/** Publishes an event and waits until ai has processed it. */
const publish = async <Contract extends EventContract>(
  contract: Contract,
  data: EventData<Contract>,
  version = ++versions,
) => {
  const aggregate = { id: learner, version };
  const event = newEvent(contract, { key: learner, aggregate, occurredAt: new Date(), data });
  await publishEvents(ai.stack, [event]);
  const marks = database.collection<{ _id: string }>('inbox');
  await eventually(async () => expect(await marks.countDocuments({ _id: `ai:${event.id}` })).toBe(1));
};
const activate = (until: number, version?: number) =>
  publish(
    subscriptionActivated,
    {
      userId: learner,
      paymentId: '01930d3e-7c00-7000-8000-000000000001',
      periodStart: new Date(clock).toISOString(),
      periodEnd: new Date(until).toISOString(),
    },
    version,
  );
const expire = (at: number, version?: number) =>
  publish(subscriptionExpired, { userId: learner, expiredAt: new Date(at).toISOString() }, version);
const unlimited = (wanted: boolean) =>
  eventually(async () => expect((await ai.quota(learner)).unlimited).toBe(wanted));

describe('the quota', () => {
  it('lets one of eight parallel calls through when one prompt is left', async () => {
    for (let prompt = 0; prompt < 4; prompt++) await generate();
    const responses = Promise.all(Array.from({ length: 8 }, () => ai.generate(learner)));
    (await last()).give(someDrafts(6));
    const codes = (await responses).map(({ code }) => code ?? 'OK');
    expect(codes.filter((code) => code === 'OK')).toHaveLength(1);
    const rejections = /^(OK|PAYWALL|GENERATION_RUNNING)$/;
    expect(codes.filter((code) => !rejections.test(code))).toEqual([]);
    await eventually(async () => expect((await ai.generate(learner)).code).toBe('PAYWALL'));
    expect(await ai.quota(learner)).toMatchObject({ used: 5, remaining: 0 });
    expect(held).toHaveLength(1);
  });

  it('lets a learner run one generation at a time', async () => {
    const id = await begin();
    expect((await ai.generate(learner)).code).toBe('GENERATION_RUNNING');
    expect(await ai.quota(learner)).toMatchObject({ used: 1 });
    (await last()).give(someDrafts(6));
    await ends(id, 'READY');
    held.length = 0;
    await generate();
  });

  it('counts a call that passes midnight in the month in which it began', async () => {
    clock = new Date('2026-03-31T20:59:59Z').getTime();
    const id = await begin();
    clock = new Date('2026-03-31T21:00:30Z').getTime();
    expect(await ai.quota(learner)).toMatchObject({ used: 0, month: '2026-04' });
    (await last()).give(someDrafts(6));
    await ends(id, 'READY');
    expect(await ai.quota(learner)).toMatchObject({ used: 0, month: '2026-04' });
    clock = new Date('2026-03-31T20:59:59Z').getTime();
    expect(await ai.quota(learner)).toMatchObject({ used: 1, month: '2026-03' });
  });

  it('releases a failed call in the month in which it began', async () => {
    clock = new Date('2026-03-31T20:59:59Z').getTime();
    const id = await begin();
    clock = new Date('2026-03-31T21:00:30Z').getTime();
    (await last()).fail(new Error('The provider is away.'));
    await ends(id, 'FAILED');
    clock = new Date('2026-03-31T20:59:59Z').getTime();
    expect(await ai.quota(learner)).toMatchObject({ used: 0, month: '2026-03' });
  });

  it('holds while the clock is set back and forth by an hour', async () => {
    for (const step of [0, -hour, hour, -hour, hour]) {
      clock = noon + step;
      await generate();
    }
    expect((await ai.generate(learner)).code).toBe('PAYWALL');
    expect(await ai.quota(learner)).toMatchObject({ used: 5 });
  });
});

it('the uses of the prompts of a month are listed, one generation for each that counts', async () => {
  const uses = async (page = 1) => {
    const query =
      'query ($page: Int) { viewer { aiQuota { used uses(page: $page, perPage: 2) { items { state title countedIn } pageInfo { totalItems hasNext } } } } }';
    return (await ai.graphql(query, { page }, { as: learner })).data.viewer.aiQuota;
  };
  clock = new Date('2026-02-10T12:00:00Z').getTime();
  await generate();
  clock = noon;
  await generate();
  const failed = await begin();
  (await last()).fail(new Error('The model is away.'));
  await ends(failed, 'FAILED');
  held.length = 0;
  await generate();
  await begin();
  const { used, uses: first } = await uses();
  expect([used, first.pageInfo]).toEqual([3, { totalItems: 3, hasNext: true }]);
  const items = [...first.items, ...(await uses(2)).uses.items];
  expect(items.map(({ state }) => state)).toEqual(['RUNNING', 'READY', 'READY']);
  for (const { title, countedIn } of items) {
    expect(title).toMatch(/^A cell is the smallest unit of life/);
    expect(countedIn).toBe('2026-03');
  }
  const everything = '{ viewer { generations { items { state countedIn } } } }';
  const { data } = await ai.graphql(everything, {}, { as: learner });
  expect(data.viewer.generations.items).toContainEqual({ state: 'FAILED', countedIn: null });
  expect(data.viewer.generations.items).toContainEqual({ state: 'READY', countedIn: '2026-02' });
  (await last()).give(someDrafts(6));
});

it('the provider prepares itself for a learner who opens the generations, not at a sign-in or for an operator', async () => {
  const before = preparations();
  await ai.quota(learner);
  const token = await ai.auth.tokenOf(1, { role: 'admin' });
  const { errors } = await ai.graphql(
    'query ($id: ID!) { userGenerations(userId: $id) { items { id } } }',
    { id: learner },
    { token },
  );
  expect([errors, preparations()]).toEqual([undefined, before]);
  await ai.graphql('{ viewer { generations { pageInfo { totalItems } } } }', {}, { as: learner });
  expect(preparations()).toBe(before + 1);
});

describe('a subscription', () => {
  it('counts prompts and does not limit them, until its end by the clock', async () => {
    await activate(noon + 24 * hour);
    await unlimited(true);
    for (let prompt = 0; prompt < 6; prompt++) await generate();
    expect(await ai.quota(learner)).toMatchObject({ used: 6, remaining: null });
    clock = noon + 25 * hour;
    expect(await ai.quota(learner)).toMatchObject({ used: 6, remaining: 0, unlimited: false });
    expect((await ai.generate(learner)).code).toBe('PAYWALL');
  });

  it('is not taken away by events that come late or twice', async () => {
    await activate(noon + 40 * 24 * hour, 3);
    await unlimited(true);
    await activate(noon + 10 * 24 * hour, 1);
    await expire(noon - hour, 2);
    await activate(noon + 40 * 24 * hour, 3);
    await publish(subscriptionExpired, {
      userId: learner + 100_000,
      expiredAt: new Date(noon).toISOString(),
    });
    expect(await ai.quota(learner)).toMatchObject({ unlimited: true });
  });

  it('that was shortened after a refund ends early, and a repeated activation does not restore it', async () => {
    const paymentId = '01930d3e-7c00-7000-8000-000000000001';
    await activate(noon + 40 * 24 * hour, 3);
    await unlimited(true);
    const periodEnd = new Date(noon - hour).toISOString();
    await publish(subscriptionShortened, { userId: learner, paymentId, periodEnd }, 4);
    await unlimited(false);
    await activate(noon + 40 * 24 * hour, 3);
    expect(await ai.quota(learner)).toMatchObject({ unlimited: false });
    await activate(noon + 30 * 24 * hour, 5);
    await unlimited(true);
  });

  it('that was paid again after a refund keeps its end when the shortening arrives late', async () => {
    const paymentId = '01930d3e-7c00-7000-8000-000000000001';
    const shorten = (until: number, version: number) =>
      publish(
        subscriptionShortened,
        { userId: learner, paymentId, periodEnd: new Date(until).toISOString() },
        version,
      );
    await activate(noon + 60 * 24 * hour, 1);
    await activate(noon + 30 * 24 * hour, 3);
    await shorten(noon, 2);
    expect(await ai.quota(learner)).toMatchObject({ unlimited: true });
    clock = noon + 31 * 24 * hour;
    expect(await ai.quota(learner)).toMatchObject({ unlimited: false });
  });

  it('that billing found expired is over, even by a clock that is an hour late', async () => {
    await activate(noon + hour);
    await unlimited(true);
    await expire(noon + hour + 1);
    await unlimited(false);
    expect(await ai.quota(learner)).toMatchObject({ remaining: 5 });
  });

  it('that billing found expired under a clock 60 days ahead continues after the clock is corrected', async () => {
    await activate(noon + hour, 1);
    await unlimited(true);
    await expire(noon + hour);
    await unlimited(false);
    await activate(noon + 30 * 24 * hour, 2);
    await unlimited(true);
    await expire(noon + 30 * 24 * hour, 3);
    expect(await ai.quota(learner)).toMatchObject({ unlimited: true });
  });
});

describe('a learner who is deleted', () => {
  it('leaves nothing behind, not even by a generation that runs', async () => {
    await generate();
    const id = await begin();
    const run = await last();
    await publish(userDeleted, { userId: learner, deletedAt: new Date().toISOString() });
    await eventually(async () => expect((await ai.generate(learner)).code).toBe('UNAUTHENTICATED'));
    run.give(someDrafts(6));
    await activate(noon + 24 * hour);
    const { data } = await ai.graphql(
      '{ viewer { generations { items { id } } aiQuota { used unlimited } } }',
      {},
      { as: learner },
    );
    expect(data.viewer).toEqual({ generations: { items: [] }, aiQuota: { used: 0, unlimited: false } });
    expect((await ai.graphql(`{ generation(id: "${id}") { id } }`, {}, { as: learner })).code).toBe(
      'GENERATION_NOT_FOUND',
    );
  });
});
