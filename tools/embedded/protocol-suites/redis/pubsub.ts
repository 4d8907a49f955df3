import type { Redis } from 'ioredis';
import { describe, expect, it } from 'vitest';
import { type RedisContext } from './context.ts';

/** Cases of channels. */
export function pubSubCases({ redis, open }: RedisContext): void {
  describe('pub/sub', () => {
    it('Redis delivers a message to each subscriber of its channel', async () => {
      const [first, second] = [open(), open()];
      await Promise.all([first.subscribe('news'), second.subscribe('news', 'other')]);
      const received = Promise.all([nextMessage(first), nextMessage(second)]);
      expect(await redis().publish('news', 'hey')).toBe(2);
      expect(await received).toEqual([
        ['news', 'hey'],
        ['news', 'hey'],
      ]);
      expect(await redis().publish('nobody', 'x')).toBe(0);
    });

    it('Redis loses and reorders none of 2,000 messages', async () => {
      const client = open();
      const received: string[] = [];
      const done = new Promise<void>((resolve) =>
        client.on('message', (_channel, message) => {
          if (received.push(message) === 2_000) resolve();
        }),
      );
      await client.subscribe('many');
      const sent = Array.from({ length: 2_000 }, (_, index) => String(index));
      await Promise.all(sent.map((message) => redis().publish('many', message)));
      await done;
      expect(received).toEqual(sent);
    });
  });
}

function nextMessage(client: Redis): Promise<string[]> {
  return new Promise((resolve) => client.once('message', (...parts: string[]) => resolve(parts)));
}
