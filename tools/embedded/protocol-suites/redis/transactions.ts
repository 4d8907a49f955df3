import { describe, expect, it } from 'vitest';
import { type RedisContext } from './context.ts';

/** Cases of MULTI, WATCH and DISCARD. */
export function transactionCases({ redis, open }: RedisContext): void {
  describe('transactions', () => {
    it('transactions of Redis run all commands of MULTI together', async () => {
      expect(await redis().multi().set('a', 1).incr('a').get('a').exec()).toEqual([
        [null, 'OK'],
        [null, 2],
        [null, '2'],
      ]);
    });

    it('transactions of Redis run nothing when another client changed a watched key', async () => {
      const other = open();
      await redis().set('w', 1);
      await redis().watch('w');
      await other.set('w', 2);
      expect(await redis().multi().set('w', 3).exec()).toBeNull();
      expect(await redis().get('w')).toBe('2');
    });

    it('transactions of Redis run when the watched key did not change or was unwatched', async () => {
      await redis().set('w', 1);
      await redis().watch('w');
      expect(await redis().multi().incr('w').exec()).toEqual([[null, 2]]);
      await redis().watch('w');
      await redis().unwatch();
      await open().set('w', 5);
      expect(await redis().multi().incr('w').exec()).toEqual([[null, 6]]);
    });

    it('transactions of Redis continue after a failed command, and are rejected for an unknown one', async () => {
      const results = await redis().multi().set('a', 'x').incr('a').set('b', '1').exec();
      expect(results?.map(([error]) => error === null)).toEqual([true, false, true]);
      await expect(redis().multi().set('c', '1').call('NOPE').exec()).rejects.toThrow('EXECABORT');
      expect(await redis().exists('c')).toBe(0);
    });

    it('transactions of Redis run nothing after DISCARD', async () => {
      const client = open();
      await client.call('MULTI');
      expect(await client.call('SET', 'd', '1')).toBe('QUEUED');
      await client.call('DISCARD');
      expect(await redis().exists('d')).toBe(0);
    });
  });
}
