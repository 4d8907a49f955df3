import { createReadStream, createWriteStream, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { describe, expect, it } from 'vitest';
import type { CollectionNote, WritableCollection } from '../collection.ts';
import { nairobi, readFile, readFixture, reportsOf, type ReadFile } from '../testing/fixtures.ts';
import { writeApkg, writeArchive } from './package.ts';
import { writeCsv, writeJson, writeMarkdown } from './text.ts';

const scratch = () => mkdtempSync(join(tmpdir(), 'card-file-'));

async function* batchesOf(notes: readonly CollectionNote[]) {
  for (let at = 0; at < notes.length; at += 100) yield notes.slice(at, at + 100);
}

const collectionOf = ({ head, notes, media }: ReadFile): WritableCollection => ({
  noteTypes: head.noteTypes,
  notes: batchesOf(notes),
  media: (async function* () {
    for (const { name, path } of media) yield { name, open: async () => createReadStream(path) };
  })(),
  ...nairobi,
  at: new Date('2026-11-29T12:00:00Z'),
});

async function savedText(chunks: AsyncIterable<string>, name: string) {
  const path = join(scratch(), name);
  await writeFile(path, chunks);
  return path;
}

async function savedStream(stream: Readable, name: string) {
  const path = join(scratch(), name);
  await pipeline(stream, createWriteStream(path));
  return path;
}

/** Everything that has to come back, by guid. Sides of deleted media and the like would differ. */
const comparable = ({ notes }: ReadFile) =>
  notes
    .map(({ guid, kind, format, fields, sourceFields, tags, cards }) => ({
      guid,
      kind,
      format,
      fields,
      sourceFields,
      tags,
      cards,
    }))
    .toSorted((a, b) => ((a.guid ?? '') < (b.guid ?? '') ? -1 : 1));

const packages = ['anki/small.current.media.colpkg', 'anki/old.v1.apkg', 'anki/typical.apkg'];

describe('an Anki package that we write', () => {
  it.each(packages)('gives back the notes, cards, schedules and histories of %s', async (file) => {
    const original = await readFixture(file);
    const path = await savedStream(await writeApkg(collectionOf(original), scratch()), 'out.apkg');
    const again = await readFile(path);
    expect(comparable(again)).toEqual(comparable(original));
    expect(again.media.map(({ name, sha256 }) => [name, sha256]).toSorted()).toEqual(
      original.media.map(({ name, sha256 }) => [name, sha256]).toSorted(),
    );
    expect(again.head.noteTypes.map(({ id, name }) => [id, name]).toSorted()).toEqual(
      original.head.noteTypes.map(({ id, name }) => [id, name]).toSorted(),
    );
  });

  it('leaves no file of its own behind', async () => {
    const folder = scratch();
    const original = await readFixture('anki/old.v1.apkg');
    await savedStream(await writeApkg(collectionOf(original), join(folder, 'work')), 'out.apkg');
    await expect.poll(() => readdirSync(folder)).toEqual([]);
  });

  it('brings notes that were made here back as their own kinds', async () => {
    const made = (
      kind: CollectionNote['kind'],
      format: CollectionNote['format'],
      fields: string[],
      numbers: number[],
    ): CollectionNote => ({
      guid: `made-${kind}`,
      type: kind,
      kind,
      format,
      fields,
      tags: ['two words'],
      cards: numbers.map((number) => ({
        number,
        deck: 'A::B',
        front: 'f',
        back: 'b',
        suspended: false,
        flag: 0,
      })),
    });
    const occlusion = [
      '{{c1::image-occlusion:rect:left=0.1:top=0.2:width=0.3:height=0.4:oi=1::left <*ventricle*>}}\n' +
        '{{c2::image-occlusion:rect:left=0.5:top=0.2:width=0.3:height=0.4:oi=1}}',
      `![The heart](<${'a'.repeat(32)}-640x480.webp>)`,
      'Which **part**?',
      '',
      '',
    ];
    const notes = [
      made('basic', 'plain', ['2 < 3', 'two\nlines'], [1]),
      made('basic-reversed', 'rich', ['**bold**', String.raw`\(x^2\)`], [1, 2]),
      made('cloze', 'plain', ['{{c1::Nairobi}} is in {{c2::Kenya}}', ''], [1, 2]),
      made('typed', 'plain', ['thank you', 'asante'], [1]),
      made('image-occlusion', 'rich', occlusion, [1, 2]),
    ];
    const collection = {
      ...collectionOf({ head: { noteTypes: [] }, notes, media: [] } as unknown as ReadFile),
    };
    const again = await readFile(await savedStream(await writeApkg(collection, scratch()), 'out.apkg'));
    expect(
      again.notes.map(({ kind, format, fields, tags, cards }) => [kind, format, fields, tags, cards.length]),
    ).toEqual([
      ['basic', 'plain', ['2 < 3', 'two\nlines'], ['two_words'], 1],
      ['basic-reversed', 'rich', ['**bold**', String.raw`\(x^2\)`], ['two_words'], 2],
      ['cloze', 'plain', ['{{c1::Nairobi}} is in {{c2::Kenya}}', ''], ['two_words'], 2],
      ['typed', 'plain', ['thank you', 'asante'], ['two_words'], 1],
      ['image-occlusion', 'rich', occlusion, ['two_words'], 2],
    ]);
    expect(again.head.noteTypes.map(({ name }) => name)).toEqual([
      'Kumbuka Basic',
      'Kumbuka Basic (and reversed card)',
      'Kumbuka Cloze',
      'Kumbuka Basic (type in the answer)',
      'Kumbuka Image Occlusion',
    ]);
  });
});

describe('our JSON', () => {
  it.each(packages)('gives back everything of %s, with the media in an archive', async (file) => {
    const original = await readFixture(file);
    const alone = await readFile(await savedText(writeJson(collectionOf(original)), 'out.json'));
    expect(comparable(alone)).toEqual(comparable(original));
    const archive = await readFile(await savedStream(await writeArchive(collectionOf(original)), 'out.zip'));
    expect(comparable(archive)).toEqual(comparable(original));
    expect(archive.media.map(({ sha256 }) => sha256).toSorted()).toEqual(
      original.media.map(({ sha256 }) => sha256).toSorted(),
    );
  });
});

describe('a table that we write', () => {
  const cells = ({ cards, notes }: ReadFile) =>
    cards.map(({ front, back, deck }, at) => [front, back, deck, notes[at]?.tags]);

  it.each([false, true])('comes back the same; guarded for spreadsheets: %s', async (forSpreadsheets) => {
    const original = await readFixture('text/formula-injection.csv');
    const again = await readFile(
      await savedText(writeCsv(collectionOf(original), { forSpreadsheets }), 'out.csv'),
    );
    expect(cells(again)).toEqual(cells(original));
  });

  it('has no cell that a spreadsheet runs when it is guarded, and begins with a mark', async () => {
    const original = await readFixture('text/formula-injection.csv');
    const path = await savedText(writeCsv(collectionOf(original), { forSpreadsheets: true }), 'out.csv');
    const text = readFileSync(path, 'utf8');
    expect(text.startsWith('\uFEFFFront,Back,Deck,Tags,Format\r\n')).toBe(true);
    expect(
      text
        .split('\r\n')
        .slice(1, -1)
        .filter((line) => /^"?[=+\-@\t\r]/.test(line)),
    ).toEqual([]);
  });

  it('keeps rich cards rich', async () => {
    const original = await readFixture('text/mochi-cards.md');
    const again = await readFile(
      await savedText(writeCsv(collectionOf(original), { forSpreadsheets: false }), 'out.csv'),
    );
    expect(again.cards.map(({ front, back }) => [front, back])).toEqual(
      original.cards.map(({ front, back }) => [front, back]),
    );
    expect(new Set(again.notes.map(({ format }) => format))).toEqual(new Set(['rich']));
  });
});

describe('Markdown that we write', () => {
  it('comes back with its decks, gaps, code and rules', async () => {
    const original = await readFixture('text/mochi-cards.md');
    const again = await readFile(await savedText(writeMarkdown(collectionOf(original)), 'out.md'));
    expect(again.cards.map(({ front, back, deck }) => [front, back, deck])).toEqual(
      original.cards.map(({ front, back, deck }) => [front, back, deck]),
    );
    expect(reportsOf(again)).toEqual({});
  });

  it('shows plain text as it is', async () => {
    const original = await readFixture('text/formula-injection.csv');
    const again = await readFile(await savedText(writeMarkdown(collectionOf(original)), 'out.md'));
    expect(again.cards.length).toBe(original.cards.length);
    expect(again.cards[3]?.front).toBe(String.raw`\-5`);
  });
});
