import { describe, expect, it } from 'vitest';
import { type RedisContext } from './context.ts';

/** Cases of string values. */
export function stringCases({ redis }: RedisContext): void {
  describe('strings', () => {
    it('Redis sets a key once with NX and PX', async () => {
      expect(await redis().set('lock', 'a', 'PX', 5_000, 'NX')).toBe('OK');
      expect(await redis().set('lock', 'b', 'PX', 5_000, 'NX')).toBeNull();
      expect(await redis().get('lock')).toBe('a');
      expect(await redis().pttl('lock')).toBeGreaterThan(4_000);
      expect(await redis().del('lock')).toBe(1);
    });

    it('SET of Redis replaces only an existing value with XX, keeps its expiry with KEEPTTL and returns the old value with GET', async () => {
      expect(await redis().set('k', '1', 'XX')).toBeNull();
      await redis().set('k', '1', 'EX', 100);
      expect(await redis().set('k', '2', 'KEEPTTL')).toBe('OK');
      expect(await redis().ttl('k')).toBeGreaterThan(90);
      expect(await redis().set('k', '3', 'GET')).toBe('2');
      expect(await redis().ttl('k')).toBe(-1);
    });

    it('Redis increments a number and refuses to increment a text', async () => {
      expect(await redis().incrby('n', 5)).toBe(5);
      expect(await redis().decr('n')).toBe(4);
      expect(Number(await redis().incrbyfloat('n', 0.5))).toBe(4.5);
      await redis().set('word', 'abc');
      await expect(redis().incr('word')).rejects.toThrow('ERR value is not an integer or out of range');
      await redis().set('most', '9223372036854775807');
      await expect(redis().incr('most')).rejects.toThrow('overflow');
    });

    it('Redis reads and deletes in one step with GETDEL, and sets the expiry with GETEX', async () => {
      await redis().set('k', 'v');
      expect(await redis().getex('k', 'EX', 50)).toBe('v');
      expect(await redis().ttl('k')).toBeGreaterThan(40);
      expect(await redis().getdel('k')).toBe('v');
      expect(await redis().get('k')).toBeNull();
    });

    it('Redis sets and reads many keys at once', async () => {
      await redis().mset({ a: '1', b: '2' });
      expect(await redis().mget('a', 'none', 'b')).toEqual(['1', null, '2']);
      expect(await redis().msetnx({ b: '3', c: '3' })).toBe(0);
      expect(await redis().exists('a', 'b', 'c')).toBe(2);
    });

    it('Redis appends to a text and returns its length and a range of it', async () => {
      expect(await redis().append('s', 'hello')).toBe(5);
      expect(await redis().getrange('s', 1, -2)).toBe('ell');
      expect(await redis().setrange('s', 5, '!')).toBe(6);
      expect(await redis().strlen('s')).toBe(6);
    });

    it('Redis accepts any byte in keys and values', async () => {
      const bytes = Buffer.from([0, 255, 13, 10, 36, 42, 1]);
      await redis().set(bytes, bytes);
      expect(await redis().getBuffer(bytes)).toEqual(bytes);
      expect((await redis().keysBuffer('*'))[0]).toEqual(bytes);
    });

    it('Redis distinguishes an empty value from none', async () => {
      await redis().set('empty', '');
      expect(await redis().get('empty')).toBe('');
      expect(await redis().get('none')).toBeNull();
    });

    it('Redis stores and returns a value of 8 MiB', async () => {
      const big = Buffer.alloc(8 * 1024 * 1024, 'kumbuka');
      await redis().set('big', big);
      expect((await redis().getBuffer('big'))?.equals(big)).toBe(true);
    });

    it('Redis sets and counts bits', async () => {
      expect(await redis().setbit('bits', 7, 1)).toBe(0);
      expect(await redis().getbit('bits', 7)).toBe(1);
      expect(await redis().bitcount('bits')).toBe(1);
    });
  });
}
