import { describe, expect, it } from 'vitest';
import { converse, passwordOf, type RedisContext } from './context.ts';

/** Cases of authentication. */
export function signInCases({ redis, url }: RedisContext): void {
  describe('sign-in', () => {
    it('Redis accepts PING and INFO after the right password', async () => {
      expect(await redis().ping()).toBe('PONG');
      expect(await redis().info('server')).toMatch(/redis_version:\d/);
    });

    it('Redis rejects a wrong password', async () => {
      const lines = await converse(url(), ['AUTH wrong', 'GET a']);
      expect(lines[0]).toMatch(/^-WRONGPASS/);
      expect(lines[1]).toMatch(/^-NOAUTH/);
    });

    it('Redis rejects every command without a password except AUTH, HELLO and QUIT', async () => {
      const lines = await converse(url(), [
        'GET a',
        'EVAL "return 1" 0',
        'PUBLISH a b',
        'CONFIG GET requirepass',
        'HELLO 3',
      ]);
      expect(lines.map((line) => line.slice(0, 7))).toEqual(Array(5).fill('-NOAUTH'));
    });

    it('Redis accepts the password in HELLO with a protocol version', async () => {
      const [line] = await converse(url(), [`HELLO 3 AUTH default ${passwordOf(url())}`]);
      expect(line).toMatch(/^%\d/);
    });

    it('Redis closes the connection on a big command before sign-in', async () => {
      const [line] = await converse(url(), ['*2\r\n$3\r\nGET\r\n$1000000\r\n']);
      expect(line).toMatch(/^-(ERR Protocol error|NOAUTH)/);
    });

    it('Redis closes the connection on the request of a browser', async () => {
      expect(await converse(url(), ['POST / HTTP/1.1'])).not.toContain('+OK');
      expect(await redis().ping()).toBe('PONG');
    });
  });
}
