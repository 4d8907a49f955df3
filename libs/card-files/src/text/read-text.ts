import { parsePairs } from '@kumbuka/text';
import { builtInNoteTypes } from '../built-in-types.ts';
import { type CardFileHead, CardFileRejected, type FileFormat, type ReadOptions } from '../collection.ts';
import type { Collector } from '../collector.ts';
import { isTooLong } from '../sides.ts';
import { isKumbukaFile, readKumbukaFile } from './kumbuka-file.ts';
import { readAnkiText, readSettings } from './anki-text.ts';
import { decodeText } from './decode.ts';
import { isMarkdownCards, readMarkdownCards } from './markdown-cards.ts';
import { noteOf, readTable, shapeOf, tableOf } from './table.ts';

const isMarkdown = (fileName: string) => /\.(?:md|markdown)$/i.test(fileName);

/** Lists in one line, as Quizlet exports them with separators of one's own: `a - b;c - d`. */
function withLines(text: string): string {
  const lines = text.trim().split('\n');
  const parts = text.trim().split(/;\s*/);
  const divides = (part: string) => / - |\t|,/.test(part);
  return lines.length === 1 && parts.length > 1 && parts.filter(Boolean).every(divides)
    ? parts.join('\n')
    : text;
}

/** Reads a list of pairs with a separator inside its lines, or questions and answers as SuperMemo writes them. */
function readPairs(text: string, deck: string, { reporter, note }: Collector) {
  const report = parsePairs(withLines(text));
  for (const { line, text: found, reason } of report.unsplit) {
    const code = (
      {
        repeat: 'duplicate',
        setting: null,
        'no front': 'no-front',
        'no back': 'no-back',
        'no separator': 'no-separator',
      } as const
    )[reason];
    if (code) reporter.add(code, { line, text: found });
  }
  for (const { line, columns } of report.further)
    reporter.add('extra-cells', { line, text: columns.join(', ') }, columns.length);
  for (const { front, back, line } of report.pairs) {
    const made = noteOf([front, back], 'text', deck, line);
    if (made.cards.some(isTooLong)) reporter.add('side-too-long', { line, text: front });
    else note(made);
  }
}

const types = Object.values(builtInNoteTypes);

/** Reads a text file. Throws `CardFileRejected`. */
export function readText(
  bytes: Uint8Array,
  options: ReadOptions & { deck: string },
  collector: Collector,
): CardFileHead {
  const { text, encodings } = decodeText(bytes, options.encoding);
  const { fileName, deck } = options;
  const finish = (format: FileFormat): CardFileHead => ({
    ...collector.head(format, types, []),
    ...(encodings ? { encodings } : {}),
  });
  if (text.trim() === '') throw new CardFileRejected('empty');
  if (isKumbukaFile(text))
    return { ...readKumbukaFile(text, collector), ...(encodings ? { encodings } : {}) };
  const settings = readSettings(text);
  if (settings) {
    readAnkiText(settings, options, collector);
    return finish('anki-text');
  }
  const unified = text.replaceAll(/\r\n?/g, '\n');
  if ((isMarkdown(fileName) || !/\.(?:csv|tsv|tab)$/i.test(fileName)) && isMarkdownCards(unified)) {
    readMarkdownCards(unified, deck, collector);
    return finish('markdown');
  }
  const table = isMarkdown(fileName) || withLines(unified) !== unified ? null : tableOf(text, fileName);
  if (!table) {
    readPairs(unified, deck, collector);
    return finish('pairs');
  }
  const shape = shapeOf(table.rows, table.delimiter, options.columns);
  readTable(table.rows, shape.mapping, { ...options, isGuarded: isGuarded(table.rows) }, collector);
  return { ...finish('table'), table: shape };
}

/** Whether a table is our export for spreadsheets, which guards cells by an apostrophe. */
const isGuarded = (rows: readonly { cells: string[] }[]) =>
  rows.every(({ cells }) => cells.every((cell) => !/^[=+\-@\t\r]/.test(cell)));
