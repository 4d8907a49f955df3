import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { renderRich } from '@kumbuka/content/server';
import { describe, expect, it } from 'vitest';
import type { CardFileContents, CollectionNote } from '../collection.ts';
import { fixture, nairobi, reportsOf } from '../testing/fixtures.ts';
import { previewCardFile, readCardFile } from './read-card-file.ts';
import { openContents } from './spool.ts';

const scratch = () => mkdtempSync(join(tmpdir(), 'card-file-'));
const readHostile = (file: string, folder = scratch()) =>
  readCardFile(fixture(`hostile/${file}`), { fileName: file, ...nairobi }, folder);

async function notesOf(contents: CardFileContents) {
  const notes: CollectionNote[] = [];
  for await (const batch of contents.notes()) notes.push(...batch);
  return notes;
}

describe('files that are no card files, or damaged', () => {
  it.each([
    ['sqlite-broken-pages.apkg', 'damaged'],
    ['truncated-60-percent.apkg', 'damaged'],
    ['wrong-magic-pdf.apkg', 'not-anki'],
    ['empty.apkg', 'empty'],
    ['picture.zip-renamed.apkg', 'not-anki'],
    ['encrypted.apkg', 'encrypted'],
    ['version-99.apkg', 'newer-anki'],
    ['sqlite-view-without-end.apkg', 'unsafe-database'],
  ])('%s is rejected: %s', async (file, code) => {
    const folder = scratch();
    await expect(readHostile(file, folder)).rejects.toMatchObject({ code });
    expect(existsSync(join(folder, 'head.json'))).toBe(false);
  });

  it('a picture with the name of a table is rejected', async () => {
    const path = join(scratch(), 'cards.csv');
    writeFileSync(path, Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]));
    await expect(previewCardFile(path, { fileName: 'cards.csv', ...nairobi })).rejects.toMatchObject({
      code: 'not-a-card-file',
    });
  });
});

describe('files that try to do harm', () => {
  it.each([
    ['huge-field-24-mib.apkg', 2, { 'field-too-long': 1, 'unused-media': 1 }],
    ['picture-60000x60000.apkg', 3, {}],
    ['media-names-nul.apkg', 3, { 'bad-media': 1, 'missing-media': 2, 'unused-media': 1 }],
    ['media-names-traversal.apkg', 3, { 'bad-media': 7, 'missing-media': 1 }],
    ['media-sizes-lie.apkg', 3, { 'media-mismatch': 2, 'missing-media': 1 }],
    ['duplicate-guids.apkg', 3, { 'duplicate-guid': 2 }],
    ['svg-with-script.apkg', 3, {}],
  ])('%s brings %i notes and reports the rest', async (file, count, reports) => {
    const contents = await readHostile(file);
    expect((await notesOf(contents)).length).toBe(count);
    expect(reportsOf({ head: contents })).toEqual(reports);
  });

  it.each(['script-in-template.apkg', 'script-in-field.apkg'])(
    '%s leaves nothing that runs, loads or covers the page',
    async (file) => {
      const notes = await notesOf(await readHostile(file));
      const texts = notes.flatMap(({ fields, cards }) => [
        ...fields,
        ...cards.flatMap(({ front, back }) => [front, back]),
      ]);
      expect(notes.length).toBe(3);
      // Names of media in angle brackets are no elements; a formula is drawn by a library that trusts no link.
      const written = texts.map((text) => text.replaceAll(/\]\(<[^<>]*>\)|\\\(.*?\\\)/g, ''));
      expect(written.filter((text) => /<(?!\/?(?:ruby|rt|sub|sup|br|mark)>)[a-z!/]/i.test(text))).toEqual([]);
      expect(written.filter((text) => /pwned|https?:|javascript:/.test(text))).toEqual([]);
      const shown = texts.map((text) => renderRich(text).replaceAll(/<span data-formula[^]*?<\/span>/g, ''));
      expect(
        shown.filter((html) =>
          /<(?:script|svg|iframe|form|img|a|style|object)\b| on\w+=|pwned|https?:/i.test(html),
        ),
      ).toEqual([]);
    },
  );

  it('names of media files lead nowhere: all bytes are in the folder, under our own names', async () => {
    const folder = scratch();
    const { media } = await readHostile('media-names-traversal.apkg', folder);
    expect(media.map(({ name }) => name)).toEqual(['beep.wav']);
    expect(readdirSync(folder).toSorted()).toEqual(['head.json', 'media', 'notes.ndjson']);
    expect(readdirSync(join(folder, 'media'))).toEqual([basename(media[0]?.path ?? '')]);
    expect(existsSync(join(tmpdir(), 'kumbuka-escaped.png'))).toBe(false);
  });
});

describe('a read', () => {
  const file = fixture('anki/small.current.media.colpkg');
  const options = { fileName: 'small.colpkg', ...nairobi };

  it('can go on after a restart: its folder holds everything', async () => {
    const folder = scratch();
    const contents = await readCardFile(file, options, folder);
    const again = await openContents(folder);
    expect(await notesOf(again)).toEqual(await notesOf(contents));
    expect(readFileSync(again.media[0]?.path ?? '').length).toBe(again.media[0]?.size);
    rmSync(folder, { recursive: true });
  });

  it('shows the same counts in its preview, which writes nothing', async () => {
    const folder = scratch();
    const preview = await previewCardFile(file, options);
    const { counts, decks, noteTypes } = await readCardFile(file, options, folder);
    expect({ ...preview.counts, mediaBytes: 0 }).toEqual({ ...counts, mediaBytes: 0 });
    expect([preview.decks, preview.noteTypes]).toEqual([decks, noteTypes]);
    expect(preview.sample[0]).toMatchObject({
      front: expect.stringContaining('**Kenya**') as string,
      format: 'rich',
    });
  });

  it('ends at once when it is aborted', async () => {
    const controller = new AbortController();
    const read = readCardFile(fixture('anki/typical.apkg'), options, scratch(), controller.signal);
    setTimeout(() => controller.abort(), 20);
    await expect(read).rejects.toThrow(/abort/i);
  });
});
