import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { CardFileRejected, type Rejection } from '../collection.ts';
import { nairobi } from '../testing/fixtures.ts';
import { hostileShapes, type HostileShape } from '../testing/hostile-shapes.ts';
import { readCardFile } from './read-card-file.ts';

const mib = 1024 * 1024;
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const bytesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);

/** The reason of a rejection, or the number of cards. */
async function outcomeOf({ fileName, make }: HostileShape): Promise<Rejection | number> {
  const folder = mkdtempSync(join(tmpdir(), 'card-file-'));
  folders.push(folder);
  const [path, target] = [join(folder, 'upload'), join(folder, 'contents')];
  writeFileSync(path, await make());
  mkdirSync(target);
  const started = Date.now();
  try {
    return (await readCardFile(path, { fileName, ...nairobi }, target)).counts.cards;
  } catch (error) {
    if (!(error instanceof CardFileRejected)) throw error;
    return error.code;
  } finally {
    expect(Date.now() - started).toBeLessThan(30_000);
    expect(bytesIn(folder)).toBeLessThan(1024 * mib);
  }
}

const outcomes: Record<string, Rejection | number | readonly (Rejection | number)[]> = {
  'a collection outside the folder': 3,
  'only entries outside the folder': 'not-anki',
  'two collections of one name': 'damaged',
  'a collection that is a link': 'damaged',
  'a picture that is a link': 3,
  'a size that is too small': 'damaged',
  'a size that is too large': 'damaged',
  'a stored size beyond the file': 'damaged',
  'an encrypted picture': 'encrypted',
  'encryption by AES': 'encrypted',
  'an unknown compression': 'damaged',
  zip64: 3,
  'a size of zip64 beyond all numbers': 'expands-too-far',
  'data descriptors': 3,
  'a wrong checksum of the collection': 'damaged',
  'a wrong checksum of a picture': 3,
  'more entries than it has': 'too-many-entries',
  'fewer entries than it has': 'not-anki',
  'a program before the archive': 'not-anki',
  'six thousand empty pictures': 3,
  'a virtual table': 'unsafe-database',
  'a computed column behind a comment': 'unsafe-database',
  'a constraint that takes all memory': ['too-much-memory', 'too-slow'],
  'an index on an expression': 3,
  'values of other types': 'no-usable-cards',
  'numbers beyond all calendars': 3,
  'settings without a word': 'no-usable-cards',
  'settings of a depth of 200,000': 'no-usable-cards',
  'note types named like prototypes': 3,
  'a deck of 2,000 levels': 3,
  'a deck name of a megabyte': 3,
  'cards of no note, and of no deck': 2,
  'cards with impossible numbers': 'no-usable-cards',
  'names with controls and directions': 3,
  'text that is no UTF-8': 3,
  'a file in UTF-16': 'damaged',
  'a template that repeats its front 5,000 times': ['no-usable-cards', 'sides-too-long'],
  'a template of unclosed sections': 'no-usable-cards',
  'a template with 20,000 filters': ['no-usable-cards', 'sides-too-long'],
  'a media list of null': 'damaged',
  'a media list of a list': 3,
  'a media list of a number': 'damaged',
  'a media list of no JSON': 'damaged',
  'a media list of a depth of 200,000': 3,
  'a media list of prototypes': 3,
  'no version': 3,
  'a version of garbage': 3,
  'a version of a megabyte': 'expands-too-far',
  'a media list that ends within a number': 3,
  'a media list of two million entries': 'too-many-entries',
  'a zstd frame that is cut': 'damaged',
  'a zstd frame with a window of 2 GiB': 'damaged',
  'cards that are null': 'damaged',
  'cards of a depth of 500,000': 'damaged',
  'cards of other types': 'damaged',
  'cards that expand to 300 MiB': 'expands-too-far',
  'a log of zeros of 100 MiB': 'damaged',
  'a log of zeros of 200 MiB': 'expands-too-far',
  'a log of 100 million empty lines': 'damaged',
  'a log of a depth of 500,000': 'damaged',
  'an empty log': 'damaged',
  'a log that is a link': 'damaged',
  'a log with a wrong checksum': 'damaged',
  'two lists of cards': 'damaged',
  'media of 5 GiB that share their bytes': 'expands-too-far',
  'payments of 100 MiB, which nobody reads': 1,
  'a field of 10 MB': 1,
  'only a field of 10 MB': 'sides-too-long',
  'a quoted field of 500,000 lines': [1, 'too-much-memory', 'too-slow'],
  NULs: 'not-a-card-file',
  'NULs after a long beginning': 20_001,
  'UTF-16 without a mark': 50,
  'UTF-16 of another order without a mark': 50,
  'UTF-16 of an odd length': 5,
  'UTF-32': 'not-a-card-file',
  'mixed line ends': 9,
  'only returns as line ends': 9,
};

describe('a hostile or strange file ends within 30 s and 1 GiB of disk', () => {
  it.each(Object.entries(outcomes))('%s: %s', async (name, wanted) => {
    const shape = hostileShapes[name];
    if (!shape) throw new Error(`There is no shape named ${name}.`);
    const outcome = await outcomeOf(shape);
    expect([wanted].flat()).toContain(outcome);
  });
});
