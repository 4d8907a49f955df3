/** Line of a list, or several where a field contains line breaks. */
export interface ListRecord {
  /** Number of its first line, from 1. */
  line: number;
  fields: string[];
}

export interface Records {
  records: ListRecord[];
  /** Whether any field was quoted by RFC 4180. */
  hasQuotes: boolean;
}

interface Field {
  text: string;
  /** Place after the field. */
  end: number;
  isQuoted: boolean;
  isClosed: boolean;
}

function readPlain(text: string, start: number, separator: string): Field {
  let end = start;
  while (end < text.length && text[end] !== separator && text[end] !== '\n') end += 1;
  return { text: text.slice(start, end), end, isQuoted: false, isClosed: true };
}

/** Reads a quoted field. Text between the closing quote and the separator makes the quotes part of the text. */
function readQuoted(text: string, start: number, separator: string): Field {
  const parts: string[] = [];
  let from = start + 1;
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote === -1) return { text: '', end: text.length, isQuoted: false, isClosed: false };
    parts.push(text.slice(from, quote));
    if (text[quote + 1] !== '"') {
      const rest = readPlain(text, quote + 1, separator);
      if (rest.text.trim() === '') return { ...rest, text: parts.join(''), isQuoted: true };
      return readPlain(text, start, separator);
    }
    parts.push('"');
    from = quote + 2;
  }
}

/** Skips the blanks that people write behind a separator: `"mti", "tree"`. */
function fieldStart(text: string, at: number, separator: string): number {
  let start = at;
  while ((text[start] === ' ' || text[start] === '\t') && text[start] !== separator) start += 1;
  return start;
}

/** Reads columns with RFC 4180 quotes. When a quote is never closed, or `mayQuote` is false, quotes are text. */
export function readRecords(text: string, separator: string, mayQuote = true): Records {
  const records: ListRecord[] = [];
  let [at, line, hasQuotes] = [0, 1, false];
  let fields: string[] = [];
  let first = 1;
  while (at <= text.length) {
    const start = fieldStart(text, at, separator);
    const opens = mayQuote && text[start] === '"';
    const field = opens ? readQuoted(text, start, separator) : readPlain(text, start, separator);
    if (!field.isClosed) return readRecords(text, separator, false);
    hasQuotes ||= field.isQuoted;
    fields.push(field.text.trim());
    for (let place = start; place < field.end; place += 1) if (text[place] === '\n') line += 1;
    if (text[field.end] !== separator) {
      records.push({ line: first, fields });
      fields = [];
      line += 1;
      first = line;
    }
    at = field.end + 1;
  }
  return { records, hasQuotes };
}

/** Joins a line without a separator to the answer before it. A blank line ends the answer. */
export function joinAnswers(records: readonly ListRecord[]): ListRecord[] {
  const joined: ListRecord[] = [];
  let isOpen = false;
  for (const record of records) {
    const [text = '', ...more] = record.fields;
    const last = joined.at(-1);
    if (isOpen && last && more.length === 0 && text !== '')
      last.fields[last.fields.length - 1] = `${last.fields.at(-1)}\n${text}`.trim();
    else {
      joined.push({ ...record, fields: [...record.fields] });
      isOpen = more.length > 0 && text !== '';
    }
  }
  return joined;
}
