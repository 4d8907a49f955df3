import { expect, it, vi } from 'vitest';
import { inOrder, type Lifecycle } from './index.ts';

/** Component that starts when the test lets it, and records its calls. */
function component(name: string, calls: string[], until: Promise<void> = Promise.resolve()): Lifecycle {
  return {
    async start() {
      calls.push(`${name} starts`);
      await until;
    },
    async stop() {
      calls.push(`${name} stops`);
    },
    isReady: () => true,
  };
}

it('a stop during the start starts no further components', async () => {
  const calls: string[] = [];
  const { promise, reject } = Promise.withResolvers<void>();
  const lifecycle = inOrder([
    component('log', calls),
    component('store', calls, promise),
    component('port', calls),
  ]);
  const starting = lifecycle.start();
  await vi.waitFor(() => expect(calls).toContain('store starts'));
  await lifecycle.stop();
  reject(new Error('closed while it was opened'));
  await starting;
  expect(calls).toEqual(['log starts', 'store starts', 'store stops', 'log stops']);
  expect(lifecycle.isReady()).toBe(false);
});

it('a process stops its started components when another one cannot start', async () => {
  const calls: string[] = [];
  const { promise, reject } = Promise.withResolvers<void>();
  const lifecycle = inOrder([component('log', calls), component('store', calls, promise)]);
  const starting = lifecycle.start();
  reject(new Error('rejected'));
  await expect(starting).rejects.toThrow('rejected');
  expect(calls).toEqual(['log starts', 'store starts', 'store stops', 'log stops']);
});
