import type { CollectionNote, Report } from '@kumbuka/card-files/collection';
import { limits, mediaLimits } from '@kumbuka/contracts';
import { expect, it } from 'vitest';
import { MediaUnreadable } from '../../domain/errors.ts';
import { newImport } from '../../domain/import/import-run.ts';
import type { Media } from '../../domain/media.ts';
import { importView } from '../../graphql/import-view.ts';
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

it('thousands of pictures that cannot be stored are a few reports with the right number', async () => {
  const media = Array.from({ length: 1_000 }, (_, at) => ({
    name: `${at}.png`,
    size: mediaLimits.fileBytes + 1,
    sha256: '',
    path: '/nowhere',
  }));
  const mediaImport = createMediaImport(ports, 7, { media, reports: [] });
  const notes = media.map(({ name }) => noteWith(`![a](<${name}>)`));
  const reports: Report[] = [];
  // The second note of a picture comes in a later group.
  for (const group of [notes.slice(0, 600), notes]) {
    await mediaImport.storeOf(group);
    reports.push(...mediaImport.takeReports());
  }
  expect(reports.reduce((sum, { count }) => sum + count, 0)).toBe(1_000);
  expect(reports.length).toBeLessThan(210);
  const run = {
    ...newImport({ fileName: 'a', size: 1, modifiedAt: 0 }, { id: 'i', ownerId: 7, at: new Date(0) }),
  };
  const { reports: shown } = importView(
    { ...run, head: { reports, counts: {}, sample: [] } as unknown as typeof run.head },
    new Date(0),
  );
  expect(shown.length).toBe(201);
  expect(shown.at(-1)).toMatchObject({ code: 'media-too-large', count: 800 });
});

it('at most two pictures are decoded at a time', async () => {
  let [running, most] = [0, 0];
  const prepareMedia = async (bytes: Buffer) => {
    running += 1;
    most = Math.max(most, running);
    await new Promise(setImmediate);
    running -= 1;
    return { bytes, ending: 'webp' };
  };
  const media = Array.from({ length: 8 }, (_, at) => ({
    name: `${at}.png`,
    size: 1,
    sha256: '',
    path: '/nowhere',
  }));
  const mediaImport = createMediaImport({ ...ports, prepareMedia } as ImportMediaPorts, 7, {
    media,
    reports: [],
  });
  await mediaImport.storeOf(media.map(({ name }) => noteWith(`![a](<${name}>)`)));
  expect(most).toBe(2);
});
