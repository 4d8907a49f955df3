import { handleGoldenExample } from '@kumbuka/testing';
import { describe, expect, it } from 'vitest';
import { newLearner } from '../domain/learner.ts';
import type { UnitOfWork } from '../use-cases/ports.ts';
import { listeners } from './consumes.ts';

describe('the golden example of each event', () => {
  const seen: string[] = [];
  const unit = {
    learners: { find: async (id: number) => newLearner(id), savePlan: async () => void seen.push('plan') },
  } as unknown as UnitOfWork;
  const handled = listeners({
    within: () => (work) => work(unit),
    eraseLearner: async () => void seen.push('erase'),
  });

  it.each(handled)('the golden example of $contract.type is accepted', async (listener) => {
    seen.length = 0;
    await handleGoldenExample(listener);
    expect(seen).not.toEqual([]);
  });
});
