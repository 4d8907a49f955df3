import { describe, expect, it } from 'vitest';
import { type RedisContext } from './context.ts';

/** Cases of streams and consumer groups. */
export function streamCases({ redis }: RedisContext): void {
  describe('streams', () => {
    it('Redis appends to a stream and reads it by id', async () => {
      expect(await redis().xadd('st', '1-1', 'a', '1')).toBe('1-1');
      const second = await redis().xadd('st', '*', 'b', '2');
      expect(await redis().xlen('st')).toBe(2);
      expect(await redis().xrange('st', '-', '+', 'COUNT', 1)).toEqual([['1-1', ['a', '1']]]);
      expect(await redis().xread('STREAMS', 'st', '1-1')).toEqual([['st', [[second, ['b', '2']]]]]);
      await expect(redis().xadd('st', '1-1', 'a', '1')).rejects.toThrow('equal or smaller');
    });

    it('Redis delivers each stream entry to one consumer of a group until it is acknowledged', async () => {
      await redis().xadd('st', '1-1', 'a', '1');
      await redis().xgroup('CREATE', 'st', 'g', '0');
      const read = () => redis().xreadgroup('GROUP', 'g', 'c', 'COUNT', 1, 'STREAMS', 'st', '>');
      expect(await read()).toEqual([['st', [['1-1', ['a', '1']]]]]);
      expect(await read()).toBeNull();
      expect((await redis().xpending('st', 'g'))[0]).toBe(1);
      expect(await redis().xack('st', 'g', '1-1')).toBe(1);
      expect((await redis().xpending('st', 'g'))[0]).toBe(0);
    });
  });
}
