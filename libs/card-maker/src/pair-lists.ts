import { parsePairs, termKey, type Pair, type PairsReport } from '@kumbuka/text';

/** Line of a list of pairs; every such line becomes a card. */
export interface ListedPair {
  front: string;
  back: string;
  source: string;
  style: ListStyle;
  /** Name of the column of the backs; empty when the list does not name it. */
  column: string;
  /** Named columns after the second that this line fills. */
  further: readonly NamedCell[];
}

export interface NamedCell {
  column: string;
  text: string;
}

/** `words`: the backs are meanings. `names`: they are facts about names, such as `Ghana: 1957`. */
export type ListStyle = 'words' | 'names';

const codeEnd = /(?:[{};]|\)\s*:|=>)\s*$/;
const codeStart =
  /^\s*(?:(?:def|class|import|from|return|if|elif|else|for|while|try|except|const|let|var|function|public|private|static|void|int|#include|print|SELECT|INSERT|UPDATE|DELETE|CREATE)\b[^.?!]*[(){}[\];:=*<>]|[@$>]{1,3} \S|<\/?[a-z]+[^>]*>.*>\s*$)/;
const assignment = /^\s*[a-z_][\w.]*(?:\[[^\]]*\])?\s*[-+*/]?=\s*\S+[^.]*$/;

/** Whether a line is program code, which has no sentences. */
export const isCode = (line: string): boolean =>
  line.trim() !== '' &&
  line.length < 200 &&
  (codeEnd.test(line) || codeStart.test(line)) &&
  !/^\s*[-*•]\s/.test(line);

const countWords = (text: string) => text.split(/\s+/).filter((word) => word !== '').length;
const median = (numbers: readonly number[]) =>
  numbers.toSorted((left, right) => left - right)[Math.floor(numbers.length / 2)] ?? 0;

/** Separators that also occur in prose. */
const separatorsOfProse = new Set([
  'colon',
  'dash',
  'comma',
  'semicolon',
  'narrow colon',
  'hyphen',
  'equals',
  'arrow',
]);
/** Separators that also occur in program code. */
const separatorsOfCode = new Set(['equals', 'colon', 'semicolon', 'arrow', 'narrow colon', 'comma']);
/** Separators without spaces around them. */
const narrowSeparators = new Set(['comma', 'narrow colon', 'hyphen']);
const maxWordsOfFront = 6;
const maxFront = 60;
const maxWordsOfBack = 5;

const isSentence = (text: string) => countWords(text) > 5 && /[.!?。।።]["')]*$/.test(text);

/** Whether the fronts are speakers of a dialogue, because many of them repeat. */
function hasSpeakers({ pairs, separator }: PairsReport): boolean {
  if (separator !== 'colon') return false;
  return pairs.length - new Set(pairs.map(({ front }) => front)).size >= pairs.length / 3;
}

function isProgram({ separator }: PairsReport, lines: readonly string[]): boolean {
  const mayBeCode = separator !== null && separatorsOfCode.has(separator);
  return (
    (mayBeCode && lines.filter(isCode).length * 4 > lines.length) ||
    lines.filter((line) => assignment.test(line)).length * 2 > lines.length
  );
}

function isProse(report: PairsReport, lines: readonly string[]): boolean {
  const { pairs, separator } = report;
  if (separator === null || !separatorsOfProse.has(separator)) return false;
  const sentences = pairs.filter(
    ({ back }) => isSentence(back) || (back.endsWith('?') && countWords(back) > 3),
  );
  if (sentences.length * 4 > pairs.length || hasSpeakers(report) || isProgram(report, lines)) return true;
  if (narrowSeparators.has(separator))
    return lines.some((line) => line.length > 60 || /[.!?]$/.test(line.trim()));
  return median(pairs.map(({ back }) => countWords(back))) > maxWordsOfBack;
}

function isList(report: PairsReport, lines: readonly string[]): boolean {
  const { pairs, separator } = report;
  const loose = report.unsplit.filter(({ reason }) => reason === 'no separator').length;
  if (separator === null || pairs.length < 2 || loose * 4 > pairs.length) return false;
  const short = pairs.filter(({ front }) => countWords(front) <= maxWordsOfFront && front.length <= maxFront);
  return short.length >= 0.8 * pairs.length && !isProse(report, lines);
}

const startsWithCapital = /^["'(]?\p{Lu}/u;
const number = /^[\p{Nd}.,\s%°±−-]+$/u;

/** Whether both sides are names, or a name and its number. */
const isOfNames = ({ front, back }: Pair) =>
  startsWithCapital.test(front) &&
  front.length > 1 &&
  ((startsWithCapital.test(back) && back.length > 1) || number.test(back));

const columnName =
  /^(?:terms?|words?|meanings?|definitions?|translations?|kiswahili|swahili|english|french|german|spanish|arabic|neno|maana|countr(?:y|ies)|capitals?|currenc(?:y|ies)|populations?|presidents?|elements?|symbols?|commands?|keywords?|organs?|functions?|parts?|units?|quantit(?:y|ies)|events?|years?|dates?|names?|returns?|joins?|glands?|hormones?|towns?|cit(?:y|ies)|count(?:y|ies)|headquarters|authors?|books?|leaders?|questions?|answers?|signs?|colours?|types?|examples?|verbs?|plurals?|singulars?)$/i;
/** Only such pairs, because `nchi - country` and `rais - kiongozi` are cards. */
const swahiliHeader =
  /^(?:nchi|kaunti|kitabu|tukio)\|(?:mji mkuu|makao makuu|sarafu|lugha|rais|kiongozi|mwandishi|mwaka|tarehe)$/i;
const isHeader = ({ front, back }: Pair) =>
  (columnName.test(front) && columnName.test(back)) || swahiliHeader.test(`${front}|${back}`);

/** Merges the meanings of equal fronts. Equal pairs stay, because they are reported as repeats. */
function merged(pairs: readonly Pair[]): Pair[] {
  const byFront = new Map<string, Pair>();
  const all: Pair[] = [];
  for (const pair of pairs) {
    const sameFront = byFront.get(termKey(pair.front));
    const meanings = sameFront?.back.split('; ').map(termKey) ?? [];
    if (sameFront && !meanings.includes(termKey(pair.back))) {
      sameFront.back = `${sameFront.back}; ${pair.back}`;
      continue;
    }
    const own = { ...pair, back: sameFront?.back ?? pair.back };
    if (!sameFront) byFront.set(termKey(pair.front), own);
    all.push(own);
  }
  return all;
}

const openBrackets = (text: string) => text.split('(').length - text.split(')').length;
/** Whether the separator was inside brackets: `Words (Kiswahili - English)`. */
const isTorn = ({ front }: Pair) => openBrackets(front) > 0;

const maxMeanings = 2;

/** Removes fronts with many backs, which are forms, not meanings. */
function withoutForms(pairs: readonly Pair[]): Pair[] {
  const backs = new Map<string, Set<string>>();
  for (const { front, back } of pairs)
    backs.set(termKey(front), (backs.get(termKey(front)) ?? new Set()).add(termKey(back)));
  return pairs.filter(({ front }) => (backs.get(termKey(front))?.size ?? 0) <= maxMeanings);
}

/** Lines of lists of pairs by their number; `null` for a header or a line without a card of its own. */
type ListLines = Map<number, ListedPair | null>;

/** Pairs the names of the columns after the second with the cells of a line. */
const namedCells = (names: readonly string[], cells: readonly string[]): NamedCell[] =>
  names.flatMap((column, at) => {
    const text = cells[at] ?? '';
    return column !== '' && text !== '' ? [{ column, text }] : [];
  });

function readPairs(report: PairsReport, lines: readonly string[], from: number): ListLines {
  const result: ListLines = new Map();
  const header = report.pairs.slice(0, 1).filter(isHeader);
  const pairs = report.pairs.slice(header.length);
  const cellsByLine = new Map(report.further.map(({ line, columns }) => [line, columns]));
  const headers = [
    ...report.headers,
    ...header.map((each) => ({ ...each, further: cellsByLine.get(each.line) ?? [] })),
  ];
  const style = pairs.filter(isOfNames).length * 3 >= pairs.length * 2 ? 'names' : 'words';
  const unsplit = new Set(report.unsplit.flatMap(({ line, reason }) => (reason === 'setting' ? [] : [line])));
  for (const at of lines.keys())
    if (!unsplit.has(at + 1) && lines[at]?.trim() !== '') result.set(from + at, null);
  for (const { line } of pairs.filter(isTorn)) result.delete(from + line - 1);
  for (const { front, back, line } of merged(withoutForms(pairs.filter((pair) => !isTorn(pair))))) {
    const source = lines[line - 1]?.trim() ?? front;
    const above = headers.findLast((each) => each.line < line);
    const further = namedCells(above?.further ?? [], cellsByLine.get(line) ?? []);
    result.set(from + line - 1, { front, back, source, style, column: above?.back ?? '', further });
  }
  for (const { line, text, reason } of report.unsplit) {
    const first = pairs.find(({ front, back }) => reason === 'repeat' && text === `${front} – ${back}`);
    if (first) result.set(from + line - 1, result.get(from + first.line - 1) ?? null);
  }
  return result;
}

/** Ranges of lines between blank lines. */
function groupsOf(lines: readonly string[]): { from: number; to: number }[] {
  const groups: { from: number; to: number }[] = [];
  for (let from = 0; from < lines.length; from += 1) {
    if (lines[from]?.trim() === '') continue;
    let to = from;
    while (to < lines.length && lines[to]?.trim() !== '') to += 1;
    groups.push({ from, to });
    from = to;
  }
  return groups;
}

/** Reads a range of lines as a list, with or without a title; `null` when it is none. */
function readGroup(lines: readonly string[], from: number, to: number): ListLines | null {
  for (const first of [from, from + 1]) {
    const listed = lines.slice(first, to);
    if (listed.length < 2) return null;
    const report = parsePairs(listed.join('\n'));
    if (isList(report, listed)) return readPairs(report, listed, first);
  }
  return null;
}

/** Finds the lists of pairs in a text: the whole text, or groups of lines between blank lines. */
export function listLines(lines: readonly string[]): ListLines {
  const whole = readGroup(lines, 0, lines.length);
  if (whole) return whole;
  return new Map(groupsOf(lines).flatMap(({ from, to }) => [...(readGroup(lines, from, to) ?? [])]));
}
