import { expect, it, vi } from 'vitest';
import { inOrder, type Lifecycle } from './index.ts';

/** Component that starts when the test lets it, and records its calls. */
function part(name: string, seen: string[], until: Promise<void> = Promise.resolve()): Lifecycle {
  return {
    async start() {
      seen.push(`${name} starts`);
      await until;
    },
    async stop() {
      seen.push(`${name} stops`);
    },
    isReady: () => true,
  };
}

it('stopping during the start starts no further parts', async () => {
  const seen: string[] = [];
  const { promise, reject } = Promise.withResolvers<void>();
  const lifecycle = inOrder([part('log', seen), part('store', seen, promise), part('port', seen)]);
  const starting = lifecycle.start();
  await vi.waitFor(() => expect(seen).toContain('store starts'));
  await lifecycle.stop();
  reject(new Error('closed while it was opened'));
  await starting;
  expect(seen).toEqual(['log starts', 'store starts', 'store stops', 'log stops']);
  expect(lifecycle.isReady()).toBe(false);
});

it('a process stops its started components when another one cannot start', async () => {
  const seen: string[] = [];
  const { promise, reject } = Promise.withResolvers<void>();
  const lifecycle = inOrder([part('log', seen), part('store', seen, promise)]);
  const starting = lifecycle.start();
  reject(new Error('refused'));
  await expect(starting).rejects.toThrow('refused');
  expect(seen).toEqual(['log starts', 'store starts', 'store stops', 'log stops']);
});
