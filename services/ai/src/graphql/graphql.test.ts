import { watchCommands } from '@kumbuka/service-kit/testing';
import { buildTestService, startStack, type TestService, type TestStack } from '@kumbuka/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { loadConfig } from '../config.ts';
import { startedGeneration } from '../domain/generation.ts';
import { createStores } from '../store/stores.ts';

/** The watch for abandoned generations would send commands, too. */
const hour = 3_600_000;
let stack: TestStack;
let service: TestService;
let watched: ReturnType<typeof watchCommands>;
beforeAll(async () => {
  stack = await startStack();
  const collections = ['generations'];
  watched = watchCommands({ url: stack.env.MONGO_URL, database: 'kumbuka_ai', collections });
  const { mongo } = watched;
  service = await buildTestService((config) => createApp(config, { mongo, watchMs: hour }), loadConfig, {
    stack,
    env: { DECKS_URL: 'http://127.0.0.1:9' },
  });
});
afterAll(async () => {
  await service.stop();
  await stack.stop();
});

describe('a learner who has generated nothing', () => {
  it('has the whole quota of the month', async () => {
    const { data } = await service.graphql(
      '{ viewer { aiQuota { used limit remaining unlimited month resetsAt } } }',
      {},
      { as: 7 },
    );
    expect(data.viewer.aiQuota).toEqual({
      used: 0,
      limit: 5,
      remaining: 5,
      unlimited: false,
      month: expect.stringMatching(/^\d{4}-\d\d$/),
      resetsAt: expect.stringMatching(/T21:00:00\.000Z$/),
    });
  });

  it('has an empty history', async () => {
    const { data } = await service.graphql(
      '{ viewer { generations { items { id } pageInfo { totalItems } } } }',
      {},
      { as: 7 },
    );
    expect(data.viewer.generations).toEqual({ items: [], pageInfo: { totalItems: 0 } });
  });

  it('finds no generation', async () => {
    const { code } = await service.graphql('{ generation(id: "1") { id } }', {}, { as: 7 });
    expect(code).toBe('GENERATION_NOT_FOUND');
  });
});

describe('commands to MongoDB', () => {
  const learner = 8;
  beforeAll(async () => {
    const { generations } = createStores(watched.mongo.connection);
    const { data } = await service.graphql('{ viewer { aiQuota { month } } }', {}, { as: learner });
    const { month } = data.viewer.aiQuota;
    const start = { ownerId: learner, asked: 6, provider: 'embedded', expectedSeconds: 1, month } as const;
    for (const id of [1, 2, 3]) {
      const started = startedGeneration({ ...start, id, requestName: null, text: 'Cells', at: new Date() });
      await generations.insert(started, { id, ownerId: learner, runner: 'a-runner' });
    }
  });

  it.each([
    ['viewer { generations(perPage: 4)', ['find generations']],
    ['viewer { generations(perPage: 3)', ['find generations', 'aggregate generations']],
    ['viewer { aiQuota { uses(perPage: 4)', ['find generations']],
    ['viewer { aiQuota { uses(perPage: 3)', ['find generations', 'aggregate generations']],
  ])('of a list as %s are %o', async (list, expected) => {
    const end = ' }'.repeat(list.split('{').length);
    const query = `{ ${list} { items { id } pageInfo { totalItems } }${end}`;
    const sent = await watched.commandsOf(async () => {
      const { data } = await service.graphql(query, {}, { as: learner });
      expect(JSON.stringify(data)).toContain('"totalItems":3');
    });
    expect(sent).toEqual(expected);
  });
});
