import type { RunningApp, Upstream } from '@kumbuka/http-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  deckId,
  graphql,
  learner,
  overThree,
  services,
  start,
  useGateway,
  type RequestOptions,
} from '../testing/gateway-suite.ts';

useGateway();

describe('one operation over three services', () => {
  it('calls all three at the same time', async () => {
    const { data, errors } = await graphql(overThree);
    expect(errors).toBeUndefined();
    expect(data.viewer).toMatchObject({
      username: learner.username,
      stats: { level: 1 },
      decks: { items: [{ title: 'Rivers' }] },
    });
    const calls = services.takeCalls();
    expect(calls.map(({ owner }) => owner).sort()).toEqual(['auth', 'decks', 'study-progress']);
    expect(Math.max(...calls.map(({ began }) => began))).toBeLessThan(
      Math.min(...calls.map(({ ended }) => ended)),
    );
  });

  it('one operation reads a deck from its owner first and then its progress', async () => {
    const { data } = await graphql('query ($id: ID!) { deck(id: $id) { title progress { newCount } } }', {
      variables: { id: deckId },
    });
    expect(data.deck.title).toBe('Rivers');
    expect(services.takeCalls().map(({ owner }) => owner)).toEqual(['decks', 'study-progress']);
  });
});

describe('subgraphs', () => {
  it('in this process and in others give the same responses, errors included', async () => {
    const split = await start({}, { subgraphs: {} });
    const operations: [string, RequestOptions][] = [
      [overThree, {}],
      [
        '{ viewer { id createdAt language role decks { items { id createdAt mastery progress { nextDueAt } } } } }',
        {},
      ],
      [
        'query ($id: ID!) { deck(id: $id) { title flashcards { pageInfo { totalItems } } } }',
        { variables: { id: deckId } },
      ],
      ['{ mine: deck(id: "999999") { title } viewer { id } }', {}],
      [
        'mutation { createDeck(input: { title: "", description: "", subject: "", category: "", difficulty: 0 }) { id } }',
        {},
      ],
      [overThree, { token: 'not.a.token' }],
      [overThree, { token: null }],
      ['{ catalog { id cardCount } }', { token: null }],
    ];
    // Twice, because services run compiled operations from the second time on.
    for (const [query, options] of [...operations, ...operations]) {
      const [within, between] = [
        await graphql(query, options),
        await graphql(query, { ...options, of: split.app }),
      ];
      expect({ ...within, text: '', codes: within.codes.sort(), errors: within.errors?.length }).toEqual({
        ...between,
        text: '',
        codes: between.codes.sort(),
        errors: between.errors?.length,
      });
    }
    await split.stop();
  });
});

describe('an unavailable subgraph', () => {
  const rejected = async () => {
    throw new Error('connect ECONNREFUSED 10.0.0.7:4003');
  };
  const away: Upstream = {
    call: rejected,
    execute: rejected,
    isReady: async () => false,
    close: async () => undefined,
  };
  let degraded: RunningApp;
  beforeAll(async () => {
    degraded = await start({}, { subgraphs: { ...services.upstreams, 'study-progress': away } });
  });
  afterAll(() => degraded.stop());

  it('leaves a gap with code UNAVAILABLE, and the rest of the data stays', async () => {
    const { data, codes, text } = await graphql(overThree, { of: degraded.app });
    expect(data.viewer).toEqual({
      username: learner.username,
      stats: null,
      decks: { items: [{ title: 'Rivers' }] },
    });
    expect(codes).toEqual(['UNAVAILABLE']);
    expect(text).not.toMatch(/ECONN|10\.0\.0\.7|study-progress/);
  });

  it('leaves gaps in the entities of another subgraph', async () => {
    const { data, codes } = await graphql('{ viewer { decks { items { title progress { newCount } } } } }', {
      of: degraded.app,
    });
    expect(data.viewer.decks.items).toEqual([{ title: 'Rivers', progress: null }]);
    expect(codes).toEqual(['UNAVAILABLE']);
  });

  it('an unreachable subgraph is reported within five seconds', async () => {
    const { decks: _, ...others } = services.upstreams;
    const unreached = await start({ DECKS_URL: 'http://127.0.0.1:9' }, { subgraphs: others });
    const { data, codes } = await graphql(overThree, { of: unreached.app });
    expect(data.viewer.decks).toBeNull();
    expect(data.viewer.stats).toEqual({ level: 1 });
    expect(codes).toEqual(['UNAVAILABLE']);
    await unreached.stop();
  });
});
