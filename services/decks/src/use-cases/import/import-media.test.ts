import type { CollectionNote } from '@kumbuka/card-files/collection';
import { limits } from '@kumbuka/contracts';
import { expect, it } from 'vitest';
import type { Media } from '../../domain/media.ts';
import { createMediaImport, type ImportMediaPorts } from './import-media.ts';

const stored: Media = {
  name: `${'a'.repeat(32)}-1x1.webp`,
  ownerId: 7,
  hash: 'h',
  bytes: 1,
  createdAt: new Date(0),
};
/** Ports of an account that has stored the file already. */
const ports = {
  mediaFiles: { canStore: true },
  media: { findByHash: async () => stored, mark: async () => undefined },
  prepareMedia: async (bytes: Buffer) => ({ bytes, ending: 'webp' }),
  hashOfMedia: () => 'h',
  importFiles: { readMedia: async () => Buffer.from('x') },
} as unknown as ImportMediaPorts;
const files = { media: [{ name: 'a.png', size: 1, path: '/nowhere' }] } as unknown as Parameters<
  typeof createMediaImport
>[2];

const noteWith = (front: string) =>
  ({ format: 'rich', fields: [front], cards: [{ front, back: 'b' }] }) as unknown as CollectionNote;

it('a picture of a note gets its address', async () => {
  const address = await createMediaImport(ports, 7, files)(noteWith('![a](<a.png>)'));
  expect(address('![a](<a.png>)')).toBe(`![a](/media/${stored.name})`);
});

it('a side that addresses would make too long shows the words of its pictures', async () => {
  const front = `${'x'.repeat(limits.cardSide - 20)}![words](<a.png>)`;
  const address = await createMediaImport(ports, 7, files)(noteWith(front));
  expect(address('![words](<a.png>)')).toBe('words');
});
