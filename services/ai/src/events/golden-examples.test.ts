import { goldenExample } from '@kumbuka/testing';
import { describe, expect, it } from 'vitest';
import { newLearner } from '../domain/learner.ts';
import type { UnitOfWork } from '../use-cases/ports.ts';
import { listeners } from './consumes.ts';

describe('the golden example of each event', () => {
  const seen: string[] = [];
  const unit = {
    learners: { find: async (id: number) => newLearner(id), savePlan: async () => void seen.push('plan') },
  } as unknown as UnitOfWork;
  const heard = listeners({
    within: () => (work) => work(unit),
    eraseLearner: async () => void seen.push('erase'),
  });

  it.each(heard.map((listener) => [listener.contract.type, listener] as const))(
    '%s is understood',
    async (_type, listener) => {
      seen.length = 0;
      await listener.handle(await goldenExample(listener.contract), {} as never);
      expect(seen.length).toBeGreaterThan(0);
    },
  );
});
