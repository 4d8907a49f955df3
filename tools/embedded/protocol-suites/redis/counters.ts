import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type RedisContext } from './context.ts';

/** Cases of counters with an expiry, which the rate limits of the services use. */
export function counterCases({ redis }: RedisContext): void {
  describe('counters', () => {
    it('Redis adds to a counter, also a negative number, and deletes it', async () => {
      expect(await redis().incrby('n', 5)).toBe(5);
      expect(await redis().incrby('n', -7)).toBe(-2);
      expect(await redis().del('n')).toBe(1);
      expect(await redis().incrby('n', 1)).toBe(1);
    });

    it('Redis returns a different count to each of 200 parallel callers', async () => {
      const counts = await Promise.all(Array.from({ length: 200 }, () => redis().incrby('n', 1)));
      expect(counts.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, index) => index + 1));
    });

    it('Redis deletes a counter when it expires', async () => {
      await redis().incrby('short', 3);
      await redis().pexpire('short', 60);
      await pause(120);
      expect(await redis().incrby('short', 1)).toBe(1);
    });

    it('LT of Redis sets an expiry on a key without one, and shortens a longer one', async () => {
      await redis().incrby('n', 1);
      expect(await redis().pttl('n')).toBe(-1);
      expect(await redis().expire('n', 200, 'LT')).toBe(1);
      expect(await redis().expire('n', 300, 'LT')).toBe(0);
      expect(await redis().expire('n', 100, 'LT')).toBe(1);
      const left = await redis().pttl('n');
      expect(left).toBeGreaterThan(90_000);
      expect(left).toBeLessThanOrEqual(100_000);
    });
  });
}
