import { expect, it } from 'vitest';
import { createBoundedStore } from './bounded-store.ts';

it('a bounded store keeps the most recently used entries', async () => {
  const store = createBoundedStore<number>(2);
  await store.set('a', 1);
  await store.set('b', 2);
  await store.get('a');
  await store.set('c', 3);
  expect([await store.get('a'), await store.get('b'), await store.get('c')]).toEqual([1, undefined, 3]);
});

it('a bounded store never evicts a pinned entry', async () => {
  const store = createBoundedStore<number>(2);
  await store.set('known', 1);
  store.pin();
  for (let n = 0; n < 10; n++) await store.set(`unknown ${n}`, n);
  expect([await store.get('known'), await store.get('unknown 7'), await store.get('unknown 9')]).toEqual([
    1,
    undefined,
    9,
  ]);
  expect([await store.delete('known'), await store.get('known')]).toEqual([true, undefined]);
});
