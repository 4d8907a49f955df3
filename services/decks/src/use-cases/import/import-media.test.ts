import type { CollectionNote } from '@kumbuka/card-files/collection';
import { limits } from '@kumbuka/contracts';
import { expect, it } from 'vitest';
import { MediaUnreadable } from '../../domain/errors.ts';
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
const files = { media: [{ name: 'a.png', size: 1, path: '/nowhere' }], reports: [] } as unknown as Parameters<
  typeof createMediaImport
>[2];

const noteWith = (front: string) =>
  ({ format: 'rich', fields: [front], cards: [{ front, back: 'b' }] }) as unknown as CollectionNote;

async function addressed(front: string, more: object = {}) {
  const mediaImport = createMediaImport({ ...ports, ...more }, 7, files);
  const note = noteWith(front);
  await mediaImport.storeOf([note]);
  return { address: mediaImport.addressesOf(note), reports: mediaImport.takeReports() };
}

it('a picture of a note gets its address', async () => {
  const { address, reports } = await addressed('![a](<a.png>)');
  expect([address('![a](<a.png>)'), reports]).toEqual([`![a](/media/${stored.name})`, []]);
});

it('a side that addresses would make too long shows the words of its pictures', async () => {
  const { address } = await addressed(`${'x'.repeat(limits.cardSide - 20)}![words](<a.png>)`);
  expect(address('![words](<a.png>)')).toBe('words');
});

it('a picture that cannot be read is reported by its name', async () => {
  const prepareMedia = () => Promise.reject(new MediaUnreadable());
  const { address, reports } = await addressed('![words](<a.png>)', { prepareMedia });
  expect([address('![words](<a.png>)'), reports]).toEqual([
    'words',
    [{ code: 'bad-media', count: 1, text: 'a.png' }],
  ]);
});

it('a run that goes on reports no picture again', async () => {
  const prepareMedia = () => Promise.reject(new MediaUnreadable());
  const reports = [{ code: 'bad-media' as const, count: 1, text: 'a.png' }];
  const resumed = createMediaImport({ ...ports, prepareMedia }, 7, { ...files, reports });
  await resumed.storeOf([noteWith('![words](<a.png>)')]);
  expect(resumed.takeReports()).toEqual([]);
});
