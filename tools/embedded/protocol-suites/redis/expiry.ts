import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type RedisContext } from './context.ts';

/** Cases of keys with an expiry. */
export function expiryCases({ redis }: RedisContext): void {
  describe('expiry', () => {
    it('Redis deletes a key when it expires', async () => {
      await redis().set('short', 'v', 'PX', 60);
      await redis().hset('hash', 'a', '1');
      await redis().pexpire('hash', 60);
      await pause(120);
      expect(await redis().get('short')).toBeNull();
      expect(await redis().exists('short', 'hash')).toBe(0);
      expect(await redis().dbsize()).toBe(0);
    });

    it('Redis distinguishes a key without an expiry (-1) from no key (-2)', async () => {
      await redis().set('k', 'v');
      expect(await redis().ttl('k')).toBe(-1);
      expect(await redis().ttl('none')).toBe(-2);
      expect(await redis().expire('none', 10)).toBe(0);
    });

    it('Redis changes the expiry only as NX and GT allow', async () => {
      await redis().set('k', 'v');
      expect(await redis().expire('k', 100, 'NX')).toBe(1);
      expect(await redis().expire('k', 50, 'NX')).toBe(0);
      expect(await redis().expire('k', 50, 'GT')).toBe(0);
      expect(await redis().expire('k', 200, 'GT')).toBe(1);
    });

    it('LT of Redis sets an expiry on a key without one, and shortens a longer one', async () => {
      await redis().set('k', 'v');
      expect(await redis().expire('k', 200, 'LT')).toBe(1);
      expect(await redis().expire('k', 300, 'LT')).toBe(0);
      expect(await redis().expire('k', 100, 'LT')).toBe(1);
      expect(await redis().ttl('k')).toBeLessThanOrEqual(100);
    });

    it('Redis expires a key at a point in time, and deletes it at once for a past one', async () => {
      await redis().set('k', 'v');
      expect(await redis().pexpireat('k', Date.now() + 60_000)).toBe(1);
      expect(await redis().pttl('k')).toBeGreaterThan(50_000);
      await redis().pexpireat('k', Date.now() - 1);
      expect(await redis().exists('k')).toBe(0);
    });

    it('PERSIST and a plain SET of Redis remove the expiry of a key', async () => {
      await redis().set('k', 'v', 'EX', 100);
      expect(await redis().persist('k')).toBe(1);
      expect(await redis().ttl('k')).toBe(-1);
      await redis().set('k', 'v', 'EX', 100);
      await redis().set('k', 'w');
      expect(await redis().ttl('k')).toBe(-1);
    });

    it('Redis rejects an expiry of 0 in SET', async () => {
      await expect(redis().set('k', 'v', 'PX', 0)).rejects.toThrow(
        "ERR invalid expire time in 'set' command",
      );
    });
  });
}
