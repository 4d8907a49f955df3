import type { Redis } from 'ioredis';
import { describe, expect, it } from 'vitest';
import { type RedisContext } from './context.ts';

/** Cases of keys of any type. */
export function keyCases({ redis, open }: RedisContext): void {
  describe('keys', () => {
    it('Redis finds keys by pattern with KEYS and SCAN', async () => {
      await redis().mset({ 'rate:1': '1', 'rate:2': '1', other: '1' });
      expect((await redis().keys('rate:*')).toSorted()).toEqual(['rate:1', 'rate:2']);
      expect((await scanAll(redis(), 'rate:?')).toSorted()).toEqual(['rate:1', 'rate:2']);
    });

    it('Redis renames, copies and unlinks', async () => {
      await redis().set('a', '1');
      await redis().rename('a', 'b');
      expect(await redis().copy('b', 'c')).toBe(1);
      expect(await redis().unlink('b', 'c', 'none')).toBe(2);
      await expect(redis().rename('none', 'x')).rejects.toThrow('ERR no such key');
    });

    it('Redis separates databases', async () => {
      const other = open({ db: 1 });
      await redis().set('k', 'zero');
      expect(await other.get('k')).toBeNull();
      await other.set('k', 'one');
      await other.flushdb();
      expect(await redis().get('k')).toBe('zero');
    });
  });
}

async function scanAll(redis: Redis, pattern: string): Promise<string[]> {
  const found = new Set<string>();
  let cursor = '0';
  do {
    const [next, keys] = await redis.scan(cursor, 'MATCH', pattern, 'COUNT', 2);
    for (const key of keys) found.add(key);
    cursor = next;
  } while (cursor !== '0');
  return [...found];
}
