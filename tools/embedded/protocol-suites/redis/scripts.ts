import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type RedisContext } from './context.ts';

const RATE_WINDOW = `
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return { count, redis.call('PTTL', KEYS[1]) }`;

const RELEASE_LOCK = `
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0`;

const SLIDING_WINDOW = `
local now, window, most = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - window)
if redis.call('ZCARD', KEYS[1]) >= most then return 0 end
redis.call('ZADD', KEYS[1], now, ARGV[4])
redis.call('PEXPIRE', KEYS[1], window)
return 1`;

/** Converts the result of a script to numbers. */
const numbersOf = (result: unknown): number[] => (Array.isArray(result) ? result.map(Number) : []);

/** Cases of Lua scripts. */
export function scriptCases({ redis, open }: RedisContext): void {
  describe('scripts', () => {
    it('scripts of Redis count a rate window', async () => {
      const hit = async () => numbersOf(await redis().eval(RATE_WINDOW, 1, 'w', 60_000));
      expect((await hit())[0]).toBe(1);
      const [count, left] = await hit();
      expect(count).toBe(2);
      expect(left).toBeGreaterThan(50_000);
      expect(left).toBeLessThanOrEqual(60_000);
    });

    it('scripts of Redis start a new rate window after the former one', async () => {
      await redis().eval(RATE_WINDOW, 1, 'w', 50);
      await pause(100);
      expect(numbersOf(await redis().eval(RATE_WINDOW, 1, 'w', 50))[0]).toBe(1);
    });

    it('scripts of Redis slide a window over a sorted set', async () => {
      const hit = (now: number, id: string) => redis().eval(SLIDING_WINDOW, 1, 's', now, 1_000, 2, id);
      expect([await hit(0, 'a'), await hit(10, 'b'), await hit(20, 'c')]).toEqual([1, 1, 0]);
      expect(await hit(1_001, 'd')).toBe(1);
    });

    it('scripts of Redis let only one of 200 parallel callers through', async () => {
      const counts = await Promise.all(
        Array.from({ length: 200 }, () => redis().eval(RATE_WINDOW, 1, 'w', 60_000)),
      );
      const seen = counts.map((result) => numbersOf(result)[0]).toSorted((a = 0, b = 0) => a - b);
      expect(seen).toEqual(Array.from({ length: 200 }, (_, index) => index + 1));
    });

    it('scripts of Redis release a lock only for its owner', async () => {
      await redis().set('lock', 'me');
      expect(await redis().eval(RELEASE_LOCK, 1, 'lock', 'other')).toBe(0);
      expect(await redis().eval(RELEASE_LOCK, 1, 'lock', 'me')).toBe(1);
    });

    it('scripts of Redis run by their hash, with NOSCRIPT for an unknown one', async () => {
      const sha = String(await redis().script('LOAD', RATE_WINDOW));
      expect(numbersOf(await redis().evalsha(sha, 1, 'w', 1_000))[0]).toBe(1);
      expect(await redis().script('EXISTS', sha, '0'.repeat(40))).toEqual([1, 0]);
      await expect(redis().evalsha('0'.repeat(40), 0)).rejects.toThrow('NOSCRIPT');
    });

    it('scripts of Redis are loaded by ioredis when a defined command is first used', async () => {
      await redis().script('FLUSH');
      const client = open({ scripts: { rateWindow: { lua: RATE_WINDOW, numberOfKeys: 1 } } });
      const hit = async () => numbersOf(await Reflect.get(client, 'rateWindow').call(client, 'w', 1_000));
      expect((await hit())[0]).toBe(1);
      expect((await hit())[0]).toBe(2);
    });

    it('scripts of Redis convert Lua values to protocol values', async () => {
      expect(await redis().eval('return { 1, 2.9, "x", false, true, { ok = "fine" }, nil, 7 }', 0)).toEqual([
        1,
        2,
        'x',
        null,
        1,
        'fine',
      ]);
      expect(await redis().eval('return cjson.encode({ a = 1 })', 0)).toBe('{"a":1}');
      expect(await redis().eval('return cjson.decode(ARGV[1]).a[2]', 0, '{"a":[1,"two"]}')).toBe('two');
      expect(await redis().eval('return redis.call("TIME")', 0)).toHaveLength(2);
    });

    it('scripts of Redis fail with the error of a command or their own, and keep earlier writes', async () => {
      await expect(redis().eval('return redis.call("NOPE")', 0)).rejects.toThrow(/Unknown Redis command/i);
      await expect(redis().eval('return redis.error_reply("MY own")', 0)).rejects.toThrow('MY own');
      await expect(
        redis().eval('redis.call("SET", "k", "1") return redis.call("LPUSH", "k", "2")', 0),
      ).rejects.toThrow('WRONGTYPE');
      expect(await redis().get('k')).toBe('1');
      expect(await redis().eval('return redis.pcall("LPUSH", "k", "2").err', 0)).toContain('WRONGTYPE');
      await expect(redis().eval('not lua', 0)).rejects.toThrow(/^ERR .*user_script:1: unexpected symbol/);
    });

    it('scripts of Redis cannot define globals', async () => {
      await expect(redis().eval('leftover = 1', 0)).rejects.toThrow(/global|readonly/);
    });
  });
}
