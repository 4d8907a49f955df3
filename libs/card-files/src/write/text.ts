import Papa from 'papaparse';
import type { CollectionNote, WritableCollection } from '../collection.ts';
import { escapeLineStarts, escapeMarkdown } from '../html/escape-markdown.ts';
import { fileMark, notesMark } from '../text/kumbuka-file.ts';

const byteOrderMark = '\uFEFF';
/** Cells that a spreadsheet would run, or that already begin like a guarded one. */
const risky = /^'*[=+\-@\t\r]/;
const columns = ['Front', 'Back', 'Deck', 'Tags', 'Format'];

const rowsOf = (note: CollectionNote) =>
  note.cards.map(({ front, back, deck }) => [front, back, deck, note.tags.join(', '), note.format]);

/**
 * Writes a table by RFC 4180, in UTF-8 with a mark. For spreadsheets an apostrophe precedes cells that a program would run
 * as a formula; an import removes it.
 */
export async function* writeCsv(
  { notes }: Pick<WritableCollection, 'notes'>,
  { forSpreadsheets }: { forSpreadsheets: boolean },
): AsyncGenerator<string> {
  yield `${byteOrderMark}${columns.join(',')}\r\n`;
  for await (const batch of notes) {
    const rows = batch.flatMap(rowsOf);
    if (rows.length === 0) continue;
    const text = Papa.unparse(rows, {
      newline: '\r\n',
      ...(forSpreadsheets ? { escapeFormulae: risky } : {}),
    });
    yield `${text}\r\n`;
  }
}

const betweenSides = '\n\n---\n\n';
const betweenCards = '\n\n***\n\n';

/** Lines that would divide cards or sides are written as other rules that look the same. */
const withoutDividers = (text: string) =>
  text.replaceAll(/^---\s*$/gm, '- - -').replaceAll(/^\*\*\*\s*$/gm, '* * *');

function markdownOf(text: string, { format }: CollectionNote): string {
  if (format === 'rich') return withoutDividers(text);
  return text
    .split('\n')
    .map((line) => escapeLineStarts(escapeMarkdown(line)))
    .join('\\\n')
    .replaceAll(/^\\$/gm, '')
    .trim();
}

function cardsOf(note: CollectionNote): string[] {
  if (note.kind === 'cloze') {
    const [text = '', extra = ''] = note.fields.map((field) => markdownOf(field, note));
    return [extra.trim() === '' ? text : text + betweenSides + extra];
  }
  return note.cards.map(({ front, back }) => markdownOf(front, note) + betweenSides + markdownOf(back, note));
}

/** Comment that names the deck of the following cards. */
const deckLine = (deck: string) => `<!-- deck: ${deck.replaceAll('--', '- -')} -->\n\n`;

/** Writes Markdown: `***` between cards and `---` between the sides, as Mochi does. */
export async function* writeMarkdown({ notes }: Pick<WritableCollection, 'notes'>): AsyncGenerator<string> {
  let [isFirst, deck] = [true, ''];
  for await (const batch of notes) {
    for (const note of batch) {
      for (const card of cardsOf(note)) {
        const own = note.cards[0]?.deck ?? '';
        yield (isFirst ? '' : betweenCards) + (own === deck ? '' : deckLine(own)) + card;
        [isFirst, deck] = [false, own];
      }
    }
  }
  yield '\n';
}

/** Writes everything that this library knows, with schedules and histories, one note in each line. */
export async function* writeJson({
  notes,
  noteTypes,
  at,
  account,
}: WritableCollection): AsyncGenerator<string> {
  const head = { exportedAt: at.toISOString(), ...(account === undefined ? {} : { account }), noteTypes };
  yield fileMark + `,${JSON.stringify(head).slice(1, -1)}` + notesMark;
  let separator = '\n';
  for await (const batch of notes) {
    if (batch.length === 0) continue;
    yield separator + batch.map((note) => JSON.stringify(note)).join(',\n');
    separator = ',\n';
  }
  yield '\n]}\n';
}
