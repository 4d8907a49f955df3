import { describe, expect, it } from 'vitest';
import { converse, passwordOf, type RedisContext } from './context.ts';

/** Cases of authentication. */
export function signInCases({ redis, url }: RedisContext): void {
  describe('sign-in', () => {
    it('Redis answers PING and INFO to the right password', async () => {
      expect(await redis().ping()).toBe('PONG');
      expect(await redis().info('server')).toMatch(/redis_version:\d/);
    });

    it('Redis refuses a wrong password', async () => {
      const lines = await converse(url(), ['AUTH wrong', 'GET a']);
      expect(lines[0]).toMatch(/^-WRONGPASS/);
      expect(lines[1]).toMatch(/^-NOAUTH/);
    });

    it('Redis refuses every command without a password but AUTH, HELLO and QUIT', async () => {
      const lines = await converse(url(), [
        'GET a',
        'EVAL "return 1" 0',
        'PUBLISH a b',
        'CONFIG GET requirepass',
        'HELLO 3',
      ]);
      expect(lines.map((line) => line.slice(0, 7))).toEqual(Array(5).fill('-NOAUTH'));
    });

    it('Redis takes the password by HELLO with a protocol version', async () => {
      const [line] = await converse(url(), [`HELLO 3 AUTH default ${passwordOf(url())}`]);
      expect(line).toMatch(/^%\d/);
    });

    it('Redis closes on a big command from a client that has not signed in', async () => {
      const [line] = await converse(url(), ['*2\r\n$3\r\nGET\r\n$1000000\r\n']);
      expect(line).toMatch(/^-(ERR Protocol error|NOAUTH)/);
    });

    it('Redis closes on the request of a browser', async () => {
      expect(await converse(url(), ['POST / HTTP/1.1'])).not.toContain('+OK');
      expect(await redis().ping()).toBe('PONG');
    });
  });
}
