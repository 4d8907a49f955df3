import { createWriteStream, mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { fileLimits } from '../limits.ts';
import { fixture, nairobi } from '../testing/fixtures.ts';
import { readCardFile } from './read-card-file.ts';

const mib = 1024 * 1024;
const scratch = () => mkdtempSync(join(tmpdir(), 'card-file-'));

function* zeros(size: number) {
  const block = Buffer.alloc(mib);
  for (let at = 0; at < size; at += mib) yield block;
}

/** A package with a collection and, where given, 6,000 empty media files. */
async function packageWith(entries: Record<string, Readable | Buffer>, isStored: boolean) {
  const zip = new ZipFile();
  for (const [name, value] of Object.entries(entries))
    if (Buffer.isBuffer(value)) zip.addBuffer(value, name, { compress: !isStored });
    else zip.addReadStream(value, name, { compress: !isStored });
  zip.end();
  const path = join(scratch(), 'bomb.apkg');
  await pipeline(zip.outputStream, createWriteStream(path));
  return path;
}

const readBomb = (path: string) => readCardFile(path, { fileName: basename(path), ...nairobi }, scratch());

describe('files that expand', () => {
  it('a deflated gigabyte of zeros is rejected', async () => {
    const path = await packageWith({ 'collection.anki21': Readable.from(zeros(1024 * mib)) }, false);
    expect(statSync(path).size).toBeLessThan(2 * mib);
    const started = Date.now();
    await expect(readBomb(path)).rejects.toMatchObject({ code: 'expands-too-far' });
    expect(Date.now() - started).toBeLessThan(30_000);
  });

  it('a zstd frame of two gigabytes that does not say its size is rejected', async () => {
    const frame = Readable.from(zeros(2048 * mib)).pipe(createZstdCompress());
    const path = await packageWith({ 'collection.anki21b': frame, meta: Buffer.from([8, 3]) }, true);
    const started = Date.now();
    await expect(readBomb(path)).rejects.toMatchObject({ code: 'expands-too-far' });
    expect(Date.now() - started).toBeLessThan(30_000);
  });

  it('a zip file with more entries than an archive has is rejected', async () => {
    const entries = Object.fromEntries(
      Array.from({ length: fileLimits.entries + 1 }, (_, at) => [String(at), Buffer.alloc(0)]),
    );
    await expect(readBomb(await packageWith(entries, true))).rejects.toMatchObject({
      code: 'too-many-entries',
    });
  });
});

describe('a read that needs too much memory', () => {
  it('is killed, and the next one works', async () => {
    const path = join(scratch(), 'many.json');
    const objects = '{},'.repeat(20_000_000);
    writeFileSync(path, `{"kumbuka":1,"noteTypes":[],"notes":[${objects}{}]}`);
    await expect(readBomb(path)).rejects.toMatchObject({ code: expect.stringMatching(/^too-/) as string });
    const next = await readCardFile(
      fixture('anki/old.v1.apkg'),
      { fileName: 'old.apkg', ...nairobi },
      scratch(),
    );
    expect(next.counts.cards).toBe(11);
  });
});

describe('texts that take long or much', () => {
  it.each([
    ['nested elements', '<b>'.repeat(60_000)],
    ['unclosed formulas', String.raw`\(`.repeat(49_000)],
    ['unclosed gaps', '{{c1::'.repeat(16_000)],
    ['emphasis', '<b>a</b>'.repeat(12_000)],
    ['brackets', '['.repeat(90_000)],
    ['nested tables', '<table><tr><td>'.repeat(6_000)],
    ['nested lists', '<ul><li>'.repeat(10_000)],
    ['furigana', ' a'.repeat(45_000)],
  ])('a field of %s ends within the limits, as a card or a report', async (_name, field) => {
    const folder = scratch();
    const path = join(folder, 'list.txt');
    const cell = field.replaceAll('"', '""');
    writeFileSync(path, `#separator:tab\n#html:true\n"${cell}"\t"back"\n"front"\t"back"\n`);
    const started = Date.now();
    const { counts } = await readCardFile(path, { fileName: 'list.txt', ...nairobi }, scratch());
    expect(counts.cards).toBeGreaterThanOrEqual(1);
    expect(Date.now() - started).toBeLessThan(10_000);
  });
});
