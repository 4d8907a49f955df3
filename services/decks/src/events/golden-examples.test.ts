import { handleGoldenExample } from '@kumbuka/testing';
import { describe, expect, it } from 'vitest';
import type { UnitOfWork } from '../use-cases/ports.ts';
import { listeners } from './consumes.ts';

describe('the golden example of each event', () => {
  const seen: string[] = [];
  const unit = {
    projections: {
      keepProgress: async () => void seen.push('keepProgress'),
    },
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
