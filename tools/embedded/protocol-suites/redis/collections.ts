import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type RedisContext } from './context.ts';

/** Cases of hashes, sets, sorted sets and lists. */
export function collectionCases({ redis, open }: RedisContext): void {
  describe('hashes, sets, sorted sets, lists', () => {
    it('Redis keeps the fields of a hash', async () => {
      expect(await redis().hset('h', { a: '1', b: '2' })).toBe(2);
      expect(await redis().hincrby('h', 'a', 4)).toBe(5);
      expect(await redis().hsetnx('h', 'a', '9')).toBe(0);
      expect(await redis().hgetall('h')).toEqual({ a: '5', b: '2' });
      expect(await redis().hmget('h', 'b', 'none')).toEqual(['2', null]);
      expect(await redis().hdel('h', 'a', 'b')).toBe(2);
      expect(await redis().exists('h')).toBe(0);
    });

    it('Redis keeps the members of a set and combines sets', async () => {
      expect(await redis().sadd('a', 'x', 'y', 'y')).toBe(2);
      await redis().sadd('b', 'y', 'z');
      expect(await redis().sinter('a', 'b')).toEqual(['y']);
      expect((await redis().sunion('a', 'b')).toSorted()).toEqual(['x', 'y', 'z']);
      expect(await redis().sdiff('a', 'b')).toEqual(['x']);
      expect(await redis().smismember('a', 'x', 'z')).toEqual([1, 0]);
      expect(await redis().scard('a')).toBe(2);
    });

    it('Redis orders a sorted set by score, then by member', async () => {
      await redis().zadd('z', 2, 'b', 1, 'c', 1, 'a');
      expect(await redis().zrange('z', '0', '-1')).toEqual(['a', 'c', 'b']);
      expect(await redis().zrevrange('z', 0, 0, 'WITHSCORES')).toEqual(['b', '2']);
      expect(await redis().zrangebyscore('z', '(1', '+inf')).toEqual(['b']);
      expect(await redis().zrange('z', '-inf', '+inf', 'BYSCORE', 'LIMIT', 1, 1)).toEqual(['c']);
      expect(await redis().zrank('z', 'b')).toBe(2);
      expect(await redis().zremrangebyscore('z', 0, 1)).toBe(2);
      expect(await redis().zcard('z')).toBe(1);
    });

    it('Redis changes scores according to GT, NX and INCR', async () => {
      await redis().zadd('z', 5, 'm');
      await redis().zadd('z', 'GT', 3, 'm');
      expect(await redis().zscore('z', 'm')).toBe('5');
      expect(await redis().zadd('z', 'NX', 9, 'm')).toBe(0);
      expect(await redis().zincrby('z', 1.5, 'm')).toBe('6.5');
      expect(await redis().zpopmin('z')).toEqual(['m', '6.5']);
    });

    it('Redis pushes, pops, trims and moves in lists', async () => {
      expect(await redis().rpush('l', 'a', 'b', 'c')).toBe(3);
      expect(await redis().lpush('l', 'z')).toBe(4);
      expect(await redis().lrange('l', 0, -1)).toEqual(['z', 'a', 'b', 'c']);
      await redis().ltrim('l', 1, 2);
      expect(await redis().lmove('l', 'other', 'LEFT', 'RIGHT')).toBe('a');
      expect(await redis().lrange('l', 0, -1)).toEqual(['b']);
      expect(await redis().rpop('l')).toBe('b');
      expect(await redis().exists('l')).toBe(0);
    });

    it('Redis wakes a client that waits for a list, and ends the wait at its timeout', async () => {
      const waiting = open();
      const popped = waiting.blpop('queue', 5);
      await pause(50);
      await redis().rpush('queue', 'v');
      expect(await popped).toEqual(['queue', 'v']);
      expect(await waiting.blpop('queue', '0.1')).toBeNull();
    });

    it('Redis rejects a command for another type', async () => {
      await redis().set('s', 'v');
      await expect(redis().lpush('s', 'x')).rejects.toThrow('WRONGTYPE');
      await expect(redis().hget('s', 'x')).rejects.toThrow('WRONGTYPE');
      expect(await redis().type('s')).toBe('string');
    });
  });
}
