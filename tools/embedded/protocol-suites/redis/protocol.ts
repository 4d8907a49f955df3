import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { converse, passwordOf, type RedisContext } from './context.ts';

/** Cases of frames and pipelines. */
export function protocolCases({ redis, url }: RedisContext): void {
  describe('protocol', () => {
    it('Redis responds to a pipeline in order, including an error', async () => {
      const responses = await redis().pipeline().set('p', 'x').incr('p').get('p').exec();
      expect(responses?.map(([error, value]) => error?.message ?? value)).toEqual([
        'OK',
        'ERR value is not an integer or out of range',
        'x',
      ]);
    });

    it('Redis responds to 5,000 commands in flight in order', async () => {
      const responses = await Promise.all(Array.from({ length: 5_000 }, () => redis().incr('n')));
      expect(responses).toEqual(Array.from({ length: 5_000 }, (_, index) => index + 1));
    });

    it('Redis reports an unknown command and a wrong number of arguments', async () => {
      await expect(redis().call('NOPE', 'a')).rejects.toThrow("ERR unknown command 'NOPE'");
      await expect(redis().call('GET')).rejects.toThrow("ERR wrong number of arguments for 'get' command");
      await expect(redis().call('SET', 'a', 'b', 'WHAT')).rejects.toThrow('ERR syntax error');
    });

    it('Redis accepts commands that arrive byte by byte', async () => {
      const command = `AUTH ${passwordOf(url())}\r\n*3\r\n$3\r\nSET\r\n$1\r\nc\r\n$2\r\n\r\n\r\n`;
      const socket = connect(Number(new URL(url()).port), new URL(url()).hostname);
      socket.setNoDelay(true);
      for (const byte of Buffer.from(command)) {
        socket.write(Buffer.of(byte));
        await pause(0);
      }
      await expect.poll(() => redis().get('c')).toBe('\r\n');
      socket.destroy();
    });

    it('Redis closes the connection on a malformed frame and still serves others', async () => {
      for (const broken of ['*1\r\n$-5\r\n', '*99999999999\r\n', '*1\r\n:5\r\n', '*1\r\n$abc\r\n']) {
        const lines = await converse(url(), [`AUTH ${passwordOf(url())}`, broken]);
        expect(lines[1]).toMatch(/^-ERR Protocol error/);
      }
      expect(await redis().ping()).toBe('PONG');
    });
  });
}
