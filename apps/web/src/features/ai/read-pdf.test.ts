// @vitest-environment node
import { readFileSync } from 'node:fs';
import { afterAll, expect, it, vi } from 'vitest';
import { withoutTextNotes } from './generation-rules.ts';

vi.mock('pdfjs-dist/legacy/build/pdf.worker.min.mjs?url', async () => ({
  default: import.meta.resolve('pdfjs-dist/legacy/build/pdf.worker.min.mjs'),
}));
// pdf.js warns of classes that Node lacks. Only drawing needs them.
for (const name of ['DOMMatrix', 'Path2D']) vi.stubGlobal(name, Object);
afterAll(() => vi.unstubAllGlobals());
const { readFile } = await import('./read-file.ts');

/** Files by programs of others, of one source text: see `testing/pdf/README.md`. */
const fixture = (name: string) => readFileSync(new URL(`./testing/pdf/${name}`, import.meta.url));
const read = (name: string) => readFile(new File([fixture(name)], name, { type: 'application/pdf' }));
const source = fixture('source.txt').toString();
const [firstParagraph = ''] = source.split('\n\n');
const words = (text: string) => text.split(/\s+/).filter((word) => word !== '');

it.each([
  ['groff-divided-words.pdf', 'words that line ends divide'],
  ['groff-columns.pdf', 'two columns and ligatures'],
])('%s: the words of %s are those of the source', async (name) =>
  expect(words((await read(name)).text)).toEqual(words(source)),
);

it.each([
  ['chromium-soft-hyphens.pdf', 'BIOLOGY FORM TWO'],
  ['chromium-columns.pdf', 'BIOLOGY FORM TWO'],
])('%s: the head of a single page is a paragraph, not a part of the first sentence', async (name, head) => {
  const { text } = await read(name);
  expect(text.startsWith(`${head}\n\n`)).toBe(true);
  expect(words(text.slice(head.length))).toEqual(words(source));
});

it.each(['reportlab-heads.pdf', 'reportlab-columns.pdf'])(
  '%s: a head and a page number on both of two pages divide no sentence',
  async (name) => expect(words((await read(name)).text)).toEqual(words(source)),
);

it('the text beside a scanned page is read, and the scanned page is named', async () => {
  const { text, withoutText } = await read('reportlab-text-and-scan.pdf');
  expect(words(text)).toEqual(words(firstParagraph));
  expect(withoutTextNotes(withoutText)).toEqual(['Page 2 has no text: it may be a scan.']);
});

it('blank pages, with a page number, a rule or a white sheet, are not called scans', async () => {
  const { text, withoutText } = await read('reportlab-mixed.pdf');
  expect(words(text)).toEqual(words(firstParagraph));
  expect(withoutTextNotes(withoutText)).toEqual([
    'Page 3 has no text: it may be a scan.',
    'Page 5 has no text: its letters may be drawn as shapes.',
  ]);
});

it('several pages without text are named in one sentence, at most five of them by number', () => {
  const scans = (...numbers: number[]) => numbers.map((number) => ({ number, look: 'scan' as const }));
  expect(withoutTextNotes([])).toEqual([]);
  expect(withoutTextNotes(scans(3, 7))).toEqual(['Pages 3 and 7 have no text: they may be scans.']);
  expect(withoutTextNotes(scans(1, 2, 3, 4, 5, 6, 7))).toEqual([
    'Pages 1, 2, 3, 4, 5 and 2 more have no text: they may be scans.',
  ]);
});

it.each([
  ['reportlab-scan.pdf', 'it is a scan.'],
  ['reportlab-scan-stamped.pdf', 'it is a scan.'],
  ['reportlab-outlines.pdf', 'its letters are drawn as shapes.'],
  ['reportlab-blank.pdf', 'its pages are blank.'],
])('%s: a PDF without text says that %s', (name, reason) =>
  expect(read(name)).rejects.toThrow(`This PDF has no text: ${reason}`),
);
