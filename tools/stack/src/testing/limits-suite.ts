import { beforeAll, describe, expect, it } from 'vitest';
import { aLearner, type Client } from './learner.ts';
import type { RunningProduct } from './running-product.ts';

const writesPerMinute = 120;

export const describeLimits = (product: () => RunningProduct) =>
  describe('writes of an account', { timeout: 60_000 }, () => {
    let client: Client;
    beforeAll(async () => {
      client = await aLearner(product().run().ports['rest'] ?? 0, 'writer');
    });

    /** Sends a request to one of two services. Its body is invalid, which counts as a write. */
    const write = async (n: number) => {
      const path = n % 2 === 0 ? ['POST', '/decks'] : ['PUT', '/user/stats'];
      const response = await fetch(`http://127.0.0.1:${product().run().ports['rest']}${path[1]}`, {
        method: path[0] ?? '',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${client.token}` },
        body: '{}',
      });
      await response.text();
      return response.status;
    };

    it('an outbox that sends 120 writes at once gets no 429, and all services share the limit', async () => {
      const statuses = await Promise.all(Array.from({ length: writesPerMinute }, (_, n) => write(n)));
      expect(statuses.filter((status) => status !== 400)).toEqual([]);
      expect([await write(0), await write(1)]).toEqual([429, 429]);
    });
  });
