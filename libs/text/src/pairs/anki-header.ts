import type { Separator } from './separators.ts';

/** Settings at the top of a text file that Anki exported (Anki manual, "Text Files", "File Headers"). */
export interface AnkiHeader {
  lines: readonly string[];
  /** Text below the header, with an empty line for each line above it. */
  body: string;
  /** `null` when the file does not name its separator. */
  separator: { name: Separator; character: string } | null;
  /** Whether fields are HTML. */
  isHtml: boolean;
  /** Columns, from 1, that hold the GUID, note type, deck or tags of a note instead of its text. */
  metaColumns: ReadonlySet<number>;
}

const headerLine = /^#(separator|html|columns|(?:guid|notetype|deck|tags) column|notetype|deck|tags):(.*)/i;
/** A setting that no card begins with; `#html: language of pages` and `#deck: staha` are cards. */
const certain =
  /^#(?:separator:(?: | *(?:tab|comma|semicolon|space|pipe|colon|[\t,;|:]))|html: *(?:true|false)|\w+ column: *\d+|(?:columns|notetype|deck|tags):\S.*) *$/i;

/** Anki's name, character and our name. */
const columnSeparators: readonly (readonly [string, string, Separator])[] = [
  ['tab', '\t', 'tab'],
  ['comma', ',', 'comma'],
  ['semicolon', ';', 'semicolon'],
  ['space', ' ', 'space'],
  ['pipe', '|', 'bar'],
  ['colon', ':', 'narrow colon'],
];

function separatorOf(value: string): AnkiHeader['separator'] {
  const word = value.trim().toLowerCase() || value;
  const found = columnSeparators.find((each) => each.includes(word));
  return found ? { name: found[2], character: found[1] } : null;
}

/** Reads the header lines of an Anki export; `null` when there are none. Comments between them belong to the header. */
export function readAnkiHeader(text: string): AnkiHeader | null {
  const lines = text.split('\n');
  const settings = new Map<string, string>();
  let [end, isExport] = [0, false];
  for (const [at, line] of lines.entries()) {
    const [, key, value = ''] = headerLine.exec(line) ?? [];
    if (!/^(?:#|tags:|\s*$)/.test(line)) break;
    if (key === undefined) continue;
    end = at + 1;
    isExport ||= certain.test(line);
    settings.set(key.toLowerCase(), value);
  }
  if (!isExport) return null;
  const columns = ['guid', 'notetype', 'deck', 'tags'].map((each) => Number(settings.get(`${each} column`)));
  return {
    lines: lines.slice(0, end),
    body: lines.fill('', 0, end).join('\n'),
    separator: separatorOf(settings.get('separator') ?? ''),
    isHtml: settings.get('html')?.trim().toLowerCase() === 'true',
    metaColumns: new Set(columns),
  };
}
