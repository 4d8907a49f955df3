import type { RunningApp } from '@kumbuka/http-kit';
import { eventually } from '@kumbuka/testing/servers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphql, holds, services, start, useGateway } from '../testing/gateway-suite.ts';

useGateway();

describe('limits of an account', () => {
  const aLake = 'input: { title: "Lakes", description: "d", subject: "s", category: "c", difficulty: 2 }';

  it('a mutation with 20 aliases counts as 20 writes of the account: 120 decks a minute, not 2,400', async () => {
    const { token } = await services.newLearner();
    const twenty = (field: string) =>
      `mutation { ${Array.from({ length: 20 }, (_, n) => `a${n}: ${field}`).join(' ')} }`;
    const create = twenty(`createDeck(${aLake}) { id }`);
    // Deletions of missing decks are writes, too, and take less time.
    for (let n = 0; n < 5; n++) await graphql(twenty('deleteDeck(input: { id: "999999" })'), { token });
    expect((await graphql(create, { token })).codes).toEqual([]);
    expect(holds).toEqual([]);
    const { codes, errors } = await graphql(create, { token });
    expect([codes, holds]).toEqual([['RATE_LIMITED'], [1_000]]);
    expect(errors?.[0]?.extensions).toMatchObject({ retryAfterSeconds: expect.any(Number) });
    const count = '{ viewer { decks { pageInfo { totalItems } } } }';
    expect((await graphql(count, { token })).data.viewer.decks.pageInfo.totalItems).toBe(20);
  });

  describe('small limits of an account', () => {
    let strict: RunningApp;
    /** Rejections wait for this promise. */
    let held: Promise<unknown> = Promise.resolve();
    /** A constant clock, so that a slow machine regains nothing of a budget of 12,000 items. */
    beforeAll(async () => {
      const pause = (ms: number) => {
        holds.push(ms);
        return held;
      };
      strict = await start({ READS_PER_MINUTE: '120000' }, { now: () => 0, pause });
    });
    afterAll(() => strict.stop());
    const send = (query: string, token: string | null) => graphql(query, { of: strict.app, token });
    /** 4,700 items. */
    const deep = '{ viewer { decks(perPage: 100) { items { flashcards(perPage: 46) { items { id } } } } } }';
    const newToken = async () => (await services.newLearner()).token;
    /** Sends a document for the first time, which pays for its planning, as another learner. */
    const sendFirst = async (query: string) =>
      expect((await send(query, await newToken())).codes).toEqual([]);
    const statusesOf = async (count: number, token: string, query: (n: number) => string) => {
      const statuses = [];
      for (let n = 0; n < count; n++) statuses.push((await send(query(n), token)).status);
      return statuses;
    };

    it('an operation that costs more than the rest of the budget gets 429 with Retry-After before planning', async () => {
      await sendFirst(deep);
      const token = await newToken();
      expect(await statusesOf(2, token, () => deep)).toEqual([200, 200]);
      services.takeCalls();
      const rejected = await send(deep, token);
      expect([rejected.status, rejected.codes, holds]).toEqual([429, ['RATE_LIMITED'], [1_000]]);
      expect(Number(rejected.retryAfter)).toBeGreaterThan(0);
      expect(services.takeCalls()).toEqual([]);
      expect((await send(deep, await newToken())).codes).toEqual([]);
    });

    it('a request without a valid operation counts against the budget of the account', async () => {
      expect(await statusesOf(3, await newToken(), () => '{ '.repeat(9))).toEqual([200, 200, 429]);
    });

    it('a document costs more the first time than the second time', async () => {
      const outcomes = async (query: (n: number) => string) => statusesOf(3, await newToken(), query);
      expect(await outcomes(() => '{ viewer { a: id } }')).toEqual([200, 200, 200]);
      expect(await outcomes((n) => `{ viewer { a${n}: id } }`)).toEqual([200, 200, 429]);
    });

    it('a learner without reads left can still write, even while reads wait for their rejection', async () => {
      const create = `mutation { createDeck(${aLake}) { id } }`;
      await sendFirst(deep);
      await sendFirst(create);
      const token = await newToken();
      expect(await statusesOf(2, token, () => deep)).toEqual([200, 200]);
      const released = Promise.withResolvers<void>();
      held = released.promise;
      const reads = Array.from({ length: 6 }, async () => send(deep, token));
      await eventually(async () => expect(holds).toHaveLength(4));
      const writes = await Promise.all([send(create, token), send(create, token)]);
      released.resolve();
      expect(writes.flatMap(({ codes }) => codes)).toEqual([]);
      const statuses = (await Promise.all(reads)).map(({ status }) => status);
      expect(statuses).toEqual(reads.map(() => 429));
    });

    it('an operator can send ten new documents at the same moment', async () => {
      const token = await services.operatorToken();
      const sent = Array.from({ length: 10 }, async (_, n) => send(`{ viewer { o${n}: id } }`, token));
      expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(sent.map(() => 200));
    });

    it('requests with a forged token use neither the budget of anonymous requests nor that of the learner in the token', async () => {
      const token = await newToken();
      const forged = `${token.slice(0, -6)}AAAAAA`;
      await sendFirst(deep);
      expect(await statusesOf(3, forged, () => deep)).toEqual([200, 200, 429]);
      expect((await send('{ catalog { id } }', null)).status).toBe(200);
      expect((await send(deep, token)).status).toBe(200);
    });
  });
});
