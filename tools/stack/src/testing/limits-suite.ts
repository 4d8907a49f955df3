import { beforeAll, describe, expect, it } from 'vitest';
import { namedLearner } from './product.ts';
import type { Learner } from './learner.ts';
import type { RunningProduct } from './running-product.ts';

const writesPerMinute = 120;

export const describeLimits = (product: () => RunningProduct) =>
  describe('writes of an account', { timeout: 60_000 }, () => {
    let learner: Learner;
    beforeAll(async () => {
      learner = await namedLearner(product().run().ports['rest'] ?? 0, 'writer');
    });

    /** Sends a request to one of two services. Its body is invalid, which counts as a write. */
    const write = async (n: number) =>
      (await (n % 2 === 0 ? learner.call('POST', '/decks', {}) : learner.call('PUT', '/user/stats', {})))
        .status;

    it('an outbox that sends 120 writes at once gets no 429, and all services share the limit', async () => {
      const statuses = await Promise.all(Array.from({ length: writesPerMinute }, (_, n) => write(n)));
      expect(statuses.filter((status) => status !== 400)).toEqual([]);
      expect([await write(0), await write(1)]).toEqual([429, 429]);
    });
  });
