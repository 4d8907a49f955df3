import { expect, it } from 'vitest';
import { storeTogether, type StorePorts } from './store-media.ts';

it('pictures that were stored beside one that failed leave no files behind', async () => {
  const files = new Set<string>();
  const outage = new Error('The object store is down.');
  const ports = {
    media: { findByHash: async () => null },
    prepareMedia: async (bytes: Buffer) => ({ bytes, ending: 'mp3' }),
    hashOfMedia: (bytes: Buffer) => bytes.toString(),
    newMediaToken: () => String(files.size).padStart(32, 'a'),
    mediaFiles: {
      async put(_owner: number, name: string, bytes: Buffer) {
        if (bytes.toString() === 'fails') throw outage;
        // The others end after the one that fails.
        await new Promise(setImmediate);
        files.add(name);
      },
      remove: async (_owner: number, name: string) => files.delete(name),
    },
    now: () => new Date(0),
  } as unknown as StorePorts;
  const uploads = ['one', 'fails', 'two'].map((text) => Buffer.from(text));
  await expect(storeTogether(ports)(uploads, { userId: 7 })).rejects.toBe(outage);
  await new Promise(setImmediate);
  expect([...files]).toEqual([]);
});
