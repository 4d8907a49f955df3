import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Redis, type RedisOptions } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

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

/** What a server at `url` must do; the address carries the password (`redis://:password@host:port`). */
export function redisSuite({ url }: { url: () => string }): void {
  const clients: Redis[] = [];
  let redis: Redis;

  const open = (options: RedisOptions & { replyMapping?: 'legacy' } = {}): Redis => {
    const client = new Redis(url(), { maxRetriesPerRequest: 1, ...options });
    client.on('error', () => undefined);
    clients.push(client);
    return client;
  };

  beforeAll(() => {
    redis = open();
  });
  beforeEach(() => redis.flushall());
  afterEach(() => {
    for (const client of clients.splice(1)) client.disconnect();
  });
  afterAll(() => redis.disconnect());

  describe('sign-in', () => {
    it('answers PING and INFO to the right password', async () => {
      expect(await redis.ping()).toBe('PONG');
      expect(await redis.info('server')).toMatch(/redis_version:\d/);
    });

    it('refuses a wrong password', async () => {
      const lines = await converse(url(), ['AUTH wrong', 'GET a']);
      expect(lines[0]).toMatch(/^-WRONGPASS/);
      expect(lines[1]).toMatch(/^-NOAUTH/);
    });

    it('refuses every command without a password but AUTH, HELLO and QUIT', async () => {
      const lines = await converse(url(), [
        'GET a',
        'EVAL "return 1" 0',
        'PUBLISH a b',
        'CONFIG GET requirepass',
        'HELLO 3',
      ]);
      expect(lines.map((line) => line.slice(0, 7))).toEqual(Array(5).fill('-NOAUTH'));
    });

    it('takes the password by HELLO with a protocol version', async () => {
      const [line] = await converse(url(), [`HELLO 3 AUTH default ${passwordOf(url())}`]);
      expect(line).toMatch(/^%\d/);
    });

    it('closes on a big command from a client that has not signed in', async () => {
      const [line] = await converse(url(), ['*2\r\n$3\r\nGET\r\n$1000000\r\n']);
      expect(line).toMatch(/^-(ERR Protocol error|NOAUTH)/);
    });

    it('closes on the request of a browser', async () => {
      expect(await converse(url(), ['POST / HTTP/1.1'])).not.toContain('+OK');
      expect(await redis.ping()).toBe('PONG');
    });
  });

  describe('strings', () => {
    it('sets once with NX and PX', async () => {
      expect(await redis.set('lock', 'a', 'PX', 5_000, 'NX')).toBe('OK');
      expect(await redis.set('lock', 'b', 'PX', 5_000, 'NX')).toBeNull();
      expect(await redis.get('lock')).toBe('a');
      expect(await redis.pttl('lock')).toBeGreaterThan(4_000);
      expect(await redis.del('lock')).toBe(1);
    });

    it('sets only over what is there with XX, keeps its time with KEEPTTL, returns the old with GET', async () => {
      expect(await redis.set('k', '1', 'XX')).toBeNull();
      await redis.set('k', '1', 'EX', 100);
      expect(await redis.set('k', '2', 'KEEPTTL')).toBe('OK');
      expect(await redis.ttl('k')).toBeGreaterThan(90);
      expect(await redis.set('k', '3', 'GET')).toBe('2');
      expect(await redis.ttl('k')).toBe(-1);
    });

    it('counts, and refuses to count a word', async () => {
      expect(await redis.incrby('n', 5)).toBe(5);
      expect(await redis.decr('n')).toBe(4);
      expect(Number(await redis.incrbyfloat('n', 0.5))).toBe(4.5);
      await redis.set('word', 'abc');
      await expect(redis.incr('word')).rejects.toThrow('ERR value is not an integer or out of range');
      await redis.set('most', '9223372036854775807');
      await expect(redis.incr('most')).rejects.toThrow('overflow');
    });

    it('reads and drops in one step with GETDEL, and sets the time with GETEX', async () => {
      await redis.set('k', 'v');
      expect(await redis.getex('k', 'EX', 50)).toBe('v');
      expect(await redis.ttl('k')).toBeGreaterThan(40);
      expect(await redis.getdel('k')).toBe('v');
      expect(await redis.get('k')).toBeNull();
    });

    it('sets and reads many', async () => {
      await redis.mset({ a: '1', b: '2' });
      expect(await redis.mget('a', 'none', 'b')).toEqual(['1', null, '2']);
      expect(await redis.msetnx({ b: '3', c: '3' })).toBe(0);
      expect(await redis.exists('a', 'b', 'c')).toBe(2);
    });

    it('appends, measures and cuts', async () => {
      expect(await redis.append('s', 'hello')).toBe(5);
      expect(await redis.getrange('s', 1, -2)).toBe('ell');
      expect(await redis.setrange('s', 5, '!')).toBe(6);
      expect(await redis.strlen('s')).toBe(6);
    });

    it('is safe for any byte in keys and values', async () => {
      const bytes = Buffer.from([0, 255, 13, 10, 36, 42, 1]);
      await redis.set(bytes, bytes);
      expect(await redis.getBuffer(bytes)).toEqual(bytes);
      expect((await redis.keysBuffer('*'))[0]).toEqual(bytes);
    });

    it('keeps an empty value apart from none', async () => {
      await redis.set('empty', '');
      expect(await redis.get('empty')).toBe('');
      expect(await redis.get('none')).toBeNull();
    });

    it('carries a value of 8 MiB both ways', async () => {
      const big = Buffer.alloc(8 * 1024 * 1024, 'kumbuka');
      await redis.set('big', big);
      expect((await redis.getBuffer('big'))?.equals(big)).toBe(true);
    });

    it('has bits', async () => {
      expect(await redis.setbit('bits', 7, 1)).toBe(0);
      expect(await redis.getbit('bits', 7)).toBe(1);
      expect(await redis.bitcount('bits')).toBe(1);
    });
  });

  describe('expiry', () => {
    it('really forgets when the time is over', async () => {
      await redis.set('short', 'v', 'PX', 60);
      await redis.hset('hash', 'a', '1');
      await redis.pexpire('hash', 60);
      await pause(120);
      expect(await redis.get('short')).toBeNull();
      expect(await redis.exists('short', 'hash')).toBe(0);
      expect(await redis.dbsize()).toBe(0);
    });

    it('tells no time (-1) from no key (-2)', async () => {
      await redis.set('k', 'v');
      expect(await redis.ttl('k')).toBe(-1);
      expect(await redis.ttl('none')).toBe(-2);
      expect(await redis.expire('none', 10)).toBe(0);
    });

    it('changes the time only as NX and GT allow', async () => {
      await redis.set('k', 'v');
      expect(await redis.expire('k', 100, 'NX')).toBe(1);
      expect(await redis.expire('k', 50, 'NX')).toBe(0);
      expect(await redis.expire('k', 50, 'GT')).toBe(0);
      expect(await redis.expire('k', 200, 'GT')).toBe(1);
    });

    it('takes a moment in time, and a past one deletes', async () => {
      await redis.set('k', 'v');
      expect(await redis.pexpireat('k', Date.now() + 60_000)).toBe(1);
      expect(await redis.pttl('k')).toBeGreaterThan(50_000);
      await redis.pexpireat('k', Date.now() - 1);
      expect(await redis.exists('k')).toBe(0);
    });

    it('lets PERSIST and a plain SET take the time away', async () => {
      await redis.set('k', 'v', 'EX', 100);
      expect(await redis.persist('k')).toBe(1);
      expect(await redis.ttl('k')).toBe(-1);
      await redis.set('k', 'v', 'EX', 100);
      await redis.set('k', 'w');
      expect(await redis.ttl('k')).toBe(-1);
    });

    it('refuses a time of nothing in SET', async () => {
      await expect(redis.set('k', 'v', 'PX', 0)).rejects.toThrow("ERR invalid expire time in 'set' command");
    });
  });

  describe('hashes, sets, sorted sets, lists', () => {
    it('keeps the fields of a hash', async () => {
      expect(await redis.hset('h', { a: '1', b: '2' })).toBe(2);
      expect(await redis.hincrby('h', 'a', 4)).toBe(5);
      expect(await redis.hsetnx('h', 'a', '9')).toBe(0);
      expect(await redis.hgetall('h')).toEqual({ a: '5', b: '2' });
      expect(await redis.hmget('h', 'b', 'none')).toEqual(['2', null]);
      expect(await redis.hdel('h', 'a', 'b')).toBe(2);
      expect(await redis.exists('h')).toBe(0);
    });

    it('keeps the members of a set and combines sets', async () => {
      expect(await redis.sadd('a', 'x', 'y', 'y')).toBe(2);
      await redis.sadd('b', 'y', 'z');
      expect(await redis.sinter('a', 'b')).toEqual(['y']);
      expect((await redis.sunion('a', 'b')).toSorted()).toEqual(['x', 'y', 'z']);
      expect(await redis.sdiff('a', 'b')).toEqual(['x']);
      expect(await redis.smismember('a', 'x', 'z')).toEqual([1, 0]);
      expect(await redis.scard('a')).toBe(2);
    });

    it('orders a sorted set by score, then by member', async () => {
      await redis.zadd('z', 2, 'b', 1, 'c', 1, 'a');
      expect(await redis.zrange('z', '0', '-1')).toEqual(['a', 'c', 'b']);
      expect(await redis.zrevrange('z', 0, 0, 'WITHSCORES')).toEqual(['b', '2']);
      expect(await redis.zrangebyscore('z', '(1', '+inf')).toEqual(['b']);
      expect(await redis.zrange('z', '-inf', '+inf', 'BYSCORE', 'LIMIT', 1, 1)).toEqual(['c']);
      expect(await redis.zrank('z', 'b')).toBe(2);
      expect(await redis.zremrangebyscore('z', 0, 1)).toBe(2);
      expect(await redis.zcard('z')).toBe(1);
    });

    it('changes scores as GT, NX and INCR say', async () => {
      await redis.zadd('z', 5, 'm');
      await redis.zadd('z', 'GT', 3, 'm');
      expect(await redis.zscore('z', 'm')).toBe('5');
      expect(await redis.zadd('z', 'NX', 9, 'm')).toBe(0);
      expect(await redis.zincrby('z', 1.5, 'm')).toBe('6.5');
      expect(await redis.zpopmin('z')).toEqual(['m', '6.5']);
    });

    it('pushes, pops, trims and moves in lists', async () => {
      expect(await redis.rpush('l', 'a', 'b', 'c')).toBe(3);
      expect(await redis.lpush('l', 'z')).toBe(4);
      expect(await redis.lrange('l', 0, -1)).toEqual(['z', 'a', 'b', 'c']);
      await redis.ltrim('l', 1, 2);
      expect(await redis.lmove('l', 'other', 'LEFT', 'RIGHT')).toBe('a');
      expect(await redis.lrange('l', 0, -1)).toEqual(['b']);
      expect(await redis.rpop('l')).toBe('b');
      expect(await redis.exists('l')).toBe(0);
    });

    it('wakes a client that waits for a list, and gives up in time', async () => {
      const waiting = open();
      const popped = waiting.blpop('queue', 5);
      await pause(50);
      await redis.rpush('queue', 'v');
      expect(await popped).toEqual(['queue', 'v']);
      expect(await waiting.blpop('queue', '0.1')).toBeNull();
    });

    it('refuses a command for another type', async () => {
      await redis.set('s', 'v');
      await expect(redis.lpush('s', 'x')).rejects.toThrow('WRONGTYPE');
      await expect(redis.hget('s', 'x')).rejects.toThrow('WRONGTYPE');
      expect(await redis.type('s')).toBe('string');
    });
  });

  describe('streams', () => {
    it('appends and reads by id', async () => {
      expect(await redis.xadd('st', '1-1', 'a', '1')).toBe('1-1');
      const second = await redis.xadd('st', '*', 'b', '2');
      expect(await redis.xlen('st')).toBe(2);
      expect(await redis.xrange('st', '-', '+', 'COUNT', 1)).toEqual([['1-1', ['a', '1']]]);
      expect(await redis.xread('STREAMS', 'st', '1-1')).toEqual([['st', [[second, ['b', '2']]]]]);
      await expect(redis.xadd('st', '1-1', 'a', '1')).rejects.toThrow('equal or smaller');
    });

    it('gives each entry to one consumer of a group until it is acknowledged', async () => {
      await redis.xadd('st', '1-1', 'a', '1');
      await redis.xgroup('CREATE', 'st', 'g', '0');
      const read = () => redis.xreadgroup('GROUP', 'g', 'c', 'COUNT', 1, 'STREAMS', 'st', '>');
      expect(await read()).toEqual([['st', [['1-1', ['a', '1']]]]]);
      expect(await read()).toBeNull();
      expect((await redis.xpending('st', 'g'))[0]).toBe(1);
      expect(await redis.xack('st', 'g', '1-1')).toBe(1);
      expect((await redis.xpending('st', 'g'))[0]).toBe(0);
    });
  });

  describe('keys', () => {
    it('finds by pattern, whole and step by step', async () => {
      await redis.mset({ 'rate:1': '1', 'rate:2': '1', other: '1' });
      expect((await redis.keys('rate:*')).toSorted()).toEqual(['rate:1', 'rate:2']);
      expect((await scanAll(redis, 'rate:?')).toSorted()).toEqual(['rate:1', 'rate:2']);
    });

    it('renames, copies and unlinks', async () => {
      await redis.set('a', '1');
      await redis.rename('a', 'b');
      expect(await redis.copy('b', 'c')).toBe(1);
      expect(await redis.unlink('b', 'c', 'none')).toBe(2);
      await expect(redis.rename('none', 'x')).rejects.toThrow('ERR no such key');
    });

    it('keeps databases apart', async () => {
      const other = open({ db: 1 });
      await redis.set('k', 'zero');
      expect(await other.get('k')).toBeNull();
      await other.set('k', 'one');
      await other.flushdb();
      expect(await redis.get('k')).toBe('zero');
    });
  });

  describe('scripts', () => {
    it('count a rate window', async () => {
      const hit = async () => (await redis.eval(RATE_WINDOW, 1, 'w', 60_000)) as [number, number];
      expect((await hit())[0]).toBe(1);
      const [count, left] = await hit();
      expect(count).toBe(2);
      expect(left).toBeGreaterThan(50_000);
      expect(left).toBeLessThanOrEqual(60_000);
    });

    it('begin a rate window anew after its time', async () => {
      await redis.eval(RATE_WINDOW, 1, 'w', 50);
      await pause(100);
      expect(((await redis.eval(RATE_WINDOW, 1, 'w', 50)) as number[])[0]).toBe(1);
    });

    it('slide a window over a sorted set', async () => {
      const hit = (now: number, id: string) => redis.eval(SLIDING_WINDOW, 1, 's', now, 1_000, 2, id);
      expect([await hit(0, 'a'), await hit(10, 'b'), await hit(20, 'c')]).toEqual([1, 1, 0]);
      expect(await hit(1_001, 'd')).toBe(1);
    });

    it('never let two through where one may pass, under 200 at once', async () => {
      const counts = await Promise.all(
        Array.from({ length: 200 }, () => redis.eval(RATE_WINDOW, 1, 'w', 60_000)),
      );
      const seen = counts.map((answer) => (answer as [number, number])[0]).toSorted((a, b) => a - b);
      expect(seen).toEqual(Array.from({ length: 200 }, (_, index) => index + 1));
    });

    it('release a lock only for its owner', async () => {
      await redis.set('lock', 'me');
      expect(await redis.eval(RELEASE_LOCK, 1, 'lock', 'other')).toBe(0);
      expect(await redis.eval(RELEASE_LOCK, 1, 'lock', 'me')).toBe(1);
    });

    it('run by their hash, and say NOSCRIPT for an unknown one', async () => {
      const sha = (await redis.script('LOAD', RATE_WINDOW)) as string;
      expect(((await redis.evalsha(sha, 1, 'w', 1_000)) as number[])[0]).toBe(1);
      expect(await redis.script('EXISTS', sha, '0'.repeat(40))).toEqual([1, 0]);
      await expect(redis.evalsha('0'.repeat(40), 0)).rejects.toThrow('NOSCRIPT');
    });

    it('are loaded by ioredis when a defined command is first used', async () => {
      await redis.script('FLUSH');
      const client = open({ scripts: { rateWindow: { lua: RATE_WINDOW, numberOfKeys: 1 } } });
      const rateWindow = (client as unknown as { rateWindow(key: string, ms: number): Promise<number[]> })
        .rateWindow;
      expect((await rateWindow.call(client, 'w', 1_000))[0]).toBe(1);
      expect((await rateWindow.call(client, 'w', 1_000))[0]).toBe(2);
    });

    it('turn values of Lua into those of the protocol', async () => {
      expect(await redis.eval('return { 1, 2.9, "x", false, true, { ok = "fine" }, nil, 7 }', 0)).toEqual([
        1,
        2,
        'x',
        null,
        1,
        'fine',
      ]);
      expect(await redis.eval('return cjson.encode({ a = 1 })', 0)).toBe('{"a":1}');
      expect(await redis.eval('return cjson.decode(ARGV[1]).a[2]', 0, '{"a":[1,"two"]}')).toBe('two');
      expect(await redis.eval('return redis.call("TIME")', 0)).toHaveLength(2);
    });

    it('fail with the error of the command or their own, and keep what was written before', async () => {
      await expect(redis.eval('return redis.call("NOPE")', 0)).rejects.toThrow(/Unknown Redis command/i);
      await expect(redis.eval('return redis.error_reply("MY own")', 0)).rejects.toThrow('MY own');
      await expect(
        redis.eval('redis.call("SET", "k", "1") return redis.call("LPUSH", "k", "2")', 0),
      ).rejects.toThrow('WRONGTYPE');
      expect(await redis.get('k')).toBe('1');
      expect(await redis.eval('return redis.pcall("LPUSH", "k", "2").err', 0)).toContain('WRONGTYPE');
      await expect(redis.eval('not lua', 0)).rejects.toThrow(/^ERR .*user_script:1: unexpected symbol/);
    });

    it('cannot leave globals behind', async () => {
      await expect(redis.eval('leftover = 1', 0)).rejects.toThrow(/global|readonly/);
    });
  });

  describe('transactions', () => {
    it('run all commands of MULTI together', async () => {
      expect(await redis.multi().set('a', 1).incr('a').get('a').exec()).toEqual([
        [null, 'OK'],
        [null, 2],
        [null, '2'],
      ]);
    });

    it('run nothing when a watched key was changed by another', async () => {
      const other = open();
      await redis.set('w', 1);
      await redis.watch('w');
      await other.set('w', 2);
      expect(await redis.multi().set('w', 3).exec()).toBeNull();
      expect(await redis.get('w')).toBe('2');
    });

    it('run when the watched key was let alone or unwatched', async () => {
      await redis.set('w', 1);
      await redis.watch('w');
      expect(await redis.multi().incr('w').exec()).toEqual([[null, 2]]);
      await redis.watch('w');
      await redis.unwatch();
      await open().set('w', 5);
      expect(await redis.multi().incr('w').exec()).toEqual([[null, 6]]);
    });

    it('go on after a command that fails, and are refused whole for one that does not exist', async () => {
      const results = await redis.multi().set('a', 'x').incr('a').set('b', '1').exec();
      expect(results?.map(([error]) => error === null)).toEqual([true, false, true]);
      await expect(redis.multi().set('c', '1').call('NOPE').exec()).rejects.toThrow('EXECABORT');
      expect(await redis.exists('c')).toBe(0);
    });

    it('forget everything on DISCARD', async () => {
      const client = open();
      await client.call('MULTI');
      expect(await client.call('SET', 'd', '1')).toBe('QUEUED');
      await client.call('DISCARD');
      expect(await redis.exists('d')).toBe(0);
    });
  });

  describe('pub/sub', () => {
    it('brings a message to each subscriber of its channel', async () => {
      const [first, second] = [open(), open()];
      await Promise.all([first.subscribe('news'), second.subscribe('news', 'other')]);
      const heard = Promise.all([nextMessage(first), nextMessage(second)]);
      expect(await redis.publish('news', 'hey')).toBe(2);
      expect(await heard).toEqual([
        ['news', 'hey'],
        ['news', 'hey'],
      ]);
      expect(await redis.publish('nobody', 'x')).toBe(0);
    });

    it('matches patterns', async () => {
      const client = open();
      await client.psubscribe('user:*');
      const heard = new Promise((resolve) =>
        client.once('pmessage', (...parts: unknown[]) => resolve(parts)),
      );
      await redis.publish('user:7', 'x');
      expect(await heard).toEqual(['user:*', 'user:7', 'x']);
    });

    it('stops after UNSUBSCRIBE', async () => {
      const client = open();
      await client.subscribe('news');
      await client.unsubscribe('news');
      expect(await redis.publish('news', 'x')).toBe(0);
      expect(await client.ping()).toBe('PONG');
    });

    it('loses and reorders none of 2,000 messages', async () => {
      const client = open();
      const heard: string[] = [];
      const done = new Promise<void>((resolve) =>
        client.on('message', (_channel, message) => {
          if (heard.push(message) === 2_000) resolve();
        }),
      );
      await client.subscribe('many');
      const sent = Array.from({ length: 2_000 }, (_, index) => String(index));
      await Promise.all(sent.map((message) => redis.publish('many', message)));
      await done;
      expect(heard).toEqual(sent);
    });
  });

  describe('protocol', () => {
    it('answers a pipeline in order, with the error in its place', async () => {
      const answers = await redis.pipeline().set('p', 'x').incr('p').get('p').exec();
      expect(answers?.map(([error, value]) => error?.message ?? value)).toEqual([
        'OK',
        'ERR value is not an integer or out of range',
        'x',
      ]);
    });

    it('answers 5,000 commands in flight in order', async () => {
      const answers = await Promise.all(Array.from({ length: 5_000 }, () => redis.incr('n')));
      expect(answers).toEqual(Array.from({ length: 5_000 }, (_, index) => index + 1));
    });

    it('names an unknown command and a wrong number of arguments', async () => {
      await expect(redis.call('NOPE', 'a')).rejects.toThrow("ERR unknown command 'NOPE'");
      await expect(redis.call('GET')).rejects.toThrow("ERR wrong number of arguments for 'get' command");
      await expect(redis.call('SET', 'a', 'b', 'WHAT')).rejects.toThrow('ERR syntax error');
    });

    it('takes commands cut into single bytes', async () => {
      const command = `AUTH ${passwordOf(url())}\r\n*3\r\n$3\r\nSET\r\n$1\r\nc\r\n$2\r\n\r\n\r\n`;
      const socket = connect(Number(new URL(url()).port), new URL(url()).hostname);
      socket.setNoDelay(true);
      for (const byte of Buffer.from(command)) {
        socket.write(Buffer.of(byte));
        await pause(0);
      }
      await expect.poll(() => redis.get('c')).toBe('\r\n');
      socket.destroy();
    });

    it('closes on a broken frame and goes on serving others', async () => {
      for (const broken of ['*1\r\n$-5\r\n', '*99999999999\r\n', '*1\r\n:5\r\n', '*1\r\n$abc\r\n']) {
        const lines = await converse(url(), [`AUTH ${passwordOf(url())}`, broken]);
        expect(lines[1]).toMatch(/^-ERR Protocol error/);
      }
      expect(await redis.ping()).toBe('PONG');
    });

    it('speaks the older protocol as well', async () => {
      const client = open({ protocol: 2 });
      await client.hset('h', { a: '1' });
      expect(await client.hgetall('h')).toEqual({ a: '1' });
      await client.zadd('z', 1.5, 'm');
      expect(Number(await client.zscore('z', 'm'))).toBe(1.5);
      expect(await client.get('none')).toBeNull();
    });

    it('names its clients and tells the time', async () => {
      await redis.client('SETNAME', 'suite');
      expect(await redis.client('GETNAME')).toBe('suite');
      expect(Math.abs(Number((await redis.time())[0]) - Date.now() / 1_000)).toBeLessThan(5);
    });
  });
}

function passwordOf(url: string): string {
  return decodeURIComponent(new URL(url).password);
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

function nextMessage(client: Redis): Promise<string[]> {
  return new Promise((resolve) => client.once('message', (...parts: string[]) => resolve(parts)));
}

/** Sends each line over a bare socket and takes the first line of each answer; '' once the server hung up. */
async function converse(url: string, lines: string[]): Promise<string[]> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  const answers: string[] = [];
  for (const line of lines) {
    const answer = new Promise<string>((resolve) => {
      socket.once('data', (chunk) => resolve(chunk.toString().split('\r\n')[0] ?? ''));
      socket.once('close', () => resolve(''));
    });
    socket.write(`${line}\r\n`);
    answers.push(await answer);
  }
  socket.destroy();
  return answers;
}
