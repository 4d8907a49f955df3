import { expect, it } from 'vitest';
import { streamItems } from './stream-items.ts';

const read = async (batches: { id: number }[][]) => {
  async function* each() {
    yield* batches;
  }
  const pieces: string[] = [];
  const list = await streamItems(each(), ({ id }) => ({ number: id }));
  for await (const piece of list) pieces.push(String(piece));
  return pieces;
};

it('an unpaged list is written batch by batch', async () => {
  const pieces = await read([[{ id: 1 }, { id: 2 }], [], [{ id: 3 }]]);
  expect(pieces.length).toBeGreaterThan(1);
  expect(JSON.parse(pieces.join(''))).toEqual({ items: [{ number: 1 }, { number: 2 }, { number: 3 }] });
});

it('an unpaged list may be empty', async () => expect((await read([])).join('')).toBe('{"items":[]}'));

it('an unpaged list fails before its first byte when the store is unavailable', async () => {
  async function* unavailable(): AsyncGenerator<number[]> {
    yield await Promise.reject(new Error('The store is unavailable.'));
  }
  await expect(streamItems(unavailable(), String)).rejects.toThrow('The store is unavailable.');
});
