import { buildTestService, type TestService } from '@kumbuka/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { loadConfig } from '../config.ts';

let service: TestService;
beforeAll(async () => {
  service = await buildTestService(createApp, loadConfig, { env: { DECKS_URL: 'http://127.0.0.1:9' } });
});
afterAll(() => service.stop());

describe('a learner who has generated nothing', () => {
  it('a learner who has generated nothing has the whole quota of the month', async () => {
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

  it('a learner who has generated nothing has an empty history', async () => {
    const { data } = await service.graphql(
      '{ viewer { generations { items { id } pageInfo { totalItems } } } }',
      {},
      { as: 7 },
    );
    expect(data.viewer.generations).toEqual({ items: [], pageInfo: { totalItems: 0 } });
  });

  it('a learner who has generated nothing finds no generation', async () => {
    const { code } = await service.graphql('{ generation(id: "1") { id } }', {}, { as: 7 });
    expect(code).toBe('GENERATION_NOT_FOUND');
  });
});
