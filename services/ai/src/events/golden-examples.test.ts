import { envelope } from '@kumbuka/contracts';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { newLearner } from '../domain/learner.ts';
import type { UnitOfWork } from '../use-cases/ports.ts';
import { listeners } from './consumes.ts';

describe('the golden example of each event', () => {
  const examples = new URL('../../../../libs/contracts/snapshots/events/', import.meta.url);
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
    async (type, listener) => {
      seen.length = 0;
      const file = new URL(`${type}.v${listener.contract.version}.example.json`, examples);
      const event = envelope.parse(JSON.parse(await readFile(file, 'utf8')));
      await listener.handle(event, {} as never);
      expect(seen.length).toBeGreaterThan(0);
    },
  );
});
