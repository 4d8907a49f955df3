import { noteKind, readMasks, writeMasks } from '@kumbuka/contracts/kinds';
import { builtInNoteTypes } from '../built-in-types.ts';
import type { CollectionKind, CollectionNote, ReadOptions } from '../collection.ts';
import type { Collector } from '../collector.ts';
import { htmlToText } from '../html/to-markdown.ts';
import { fileLimits } from '../limits.ts';
import { convertTogether, isTooLong } from '../sides.ts';
import { tagsOf } from '../tags.ts';
import { readRows } from './rows.ts';
import { createRepeats } from './table.ts';

interface Settings {
  values: ReadonlyMap<string, string>;
  /** Text without the header lines, which are empty instead, so that line numbers stay. */
  body: string;
}

const setting =
  /^#(separator|html|columns|if matches|(?:guid|notetype|deck|tags) column|notetype|deck|tags):(.*)$/i;
const separators: Record<string, string> = {
  tab: '\t',
  comma: ',',
  semicolon: ';',
  space: ' ',
  pipe: '|',
  colon: ':',
};

/** Reads the header lines of a text that Anki exported; `null` when there are none. */
export function readSettings(text: string): Settings | null {
  const values = new Map<string, string>();
  let at = 0;
  let lines = 0;
  while (text[at] === '#') {
    const end = text.indexOf('\n', at) === -1 ? text.length : text.indexOf('\n', at);
    const [, key, value = ''] = setting.exec(text.slice(at, end).replace(/\r$/, '')) ?? [];
    if (key !== undefined) values.set(key.toLowerCase(), value);
    at = end + 1;
    lines += 1;
  }
  const isExport =
    values.has('separator') ||
    values.has('html') ||
    [...values.keys()].some((key) => key.endsWith(' column'));
  return isExport ? { values, body: '\n'.repeat(lines) + text.slice(at) } : null;
}

/** Kind of a note by the name of its note type, or by what its first field contains. */
function kindOf(typeName: string, first: string): CollectionKind {
  if (first.includes('image-occlusion:')) return 'image-occlusion';
  if (/\{\{c\d{1,3}::/.test(first)) return 'cloze';
  if (/\(and reversed|reversed card\)/i.test(typeName) && !/optional/i.test(typeName))
    return 'basic-reversed';
  return /type in/i.test(typeName) ? 'typed' : 'basic';
}

/** Our note of a row's fields; only two fields of an ordinary note are sides, and further ones follow the answer. */
function noteOf(kind: CollectionKind, fields: readonly string[], isHtml: boolean) {
  const used =
    kind === 'image-occlusion'
      ? fields
      : [
          fields[0] ?? '',
          fields
            .slice(1)
            .filter((each) => each.trim() !== '')
            .join(isHtml ? '<br>' : '\n'),
        ];
  const converted = isHtml
    ? convertTogether(used, () => null)
    : { format: 'plain' as const, texts: used, omitted: null };
  if (kind !== 'image-occlusion') return { ...converted, sides: noteKind(kind).cardsOf(converted.texts) };
  const first = isHtml ? htmlToText(fields[0] ?? '') : (fields[0] ?? '');
  const texts = [writeMasks(readMasks(first).masks), ...converted.texts.slice(1)];
  return { ...converted, texts, sides: noteKind(kind).cardsOf(texts) };
}

const columnNumber = (settings: Settings, key: string) =>
  Number(settings.values.get(`${key} column`) ?? 0) - 1;

export function readAnkiText(
  settings: Settings,
  options: ReadOptions & { deck: string },
  collector: Collector,
) {
  const { values, body } = settings;
  const { reporter } = collector;
  const name = (values.get('separator') ?? 'tab').trim().toLowerCase();
  const isHtml = values.get('html')?.trim().toLowerCase() === 'true';
  const [guidAt, typeAt, deckAt, tagsAt] = ['guid', 'notetype', 'deck', 'tags'].map((key) =>
    columnNumber(settings, key),
  ) as [number, number, number, number];
  const meta = new Set([guidAt, typeAt, deckAt, tagsAt]);
  const repeats = createRepeats();
  for (const { line, cells } of readRows(body, separators[name] ?? values.get('separator') ?? '\t')) {
    if (cells.every((cell) => cell.trim() === '')) continue;
    const fields = cells.filter((_, at) => !meta.has(at));
    const guid = cells[guidAt]?.trim() || null;
    const place = guid === null ? { line } : { line, note: guid };
    const kind = kindOf(cells[typeAt] ?? values.get('notetype') ?? '', fields[0] ?? '');
    const { format, texts, sides } = noteOf(kind, fields, isHtml);
    const [first] = sides;
    if (!first || first.front.trim() === '') reporter.add('no-front', { ...place, text: fields.join(' ') });
    else if (first.back.trim() === '') reporter.add('no-back', { ...place, text: first.front });
    else if (sides.some(isTooLong)) reporter.add('side-too-long', place);
    else if (guid === null && repeats.compare(first.front, first.back) === 'same')
      reporter.add('duplicate', { ...place, text: first.front });
    else {
      const deck =
        (cells[deckAt] ?? values.get('deck') ?? '').trim().slice(0, fileLimits.deckName) || options.deck;
      const note: CollectionNote = {
        guid,
        type: builtInNoteTypes[kind === 'custom' ? 'basic' : kind].id,
        kind,
        format,
        fields: [...texts],
        tags: tagsOf(`${cells[tagsAt] ?? ''} ${values.get('tags') ?? ''}`.split(/\s+/), reporter, place),
        line,
        cards: sides.map(({ number, front, back }) => ({
          number,
          deck,
          front,
          back,
          suspended: false,
          flag: 0,
        })),
      };
      collector.note(note);
    }
  }
}
