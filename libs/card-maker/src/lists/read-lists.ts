import { parsePairs, termKey, type Pair, type PairsReport } from '@kumbuka/text';
import { isProgram } from '../text/code.ts';
import { endsSentence, wordCount } from '../text/sentences.ts';

/** Line of a list of pairs; every such line is in a card. */
export interface ListedPair {
  front: string;
  back: string;
  source: string;
  /** Whether the backs are facts about names, such as `Ghana: 1957`, not meanings of words. */
  isNamed: boolean;
  /** Name of the column of the backs; empty when the list does not name it. */
  column: string;
  /** Named columns after the second that this line fills. */
  further: readonly NamedCell[];
  /** Whether an earlier line is equal. */
  isRepeat?: true;
}

export interface NamedCell {
  column: string;
  text: string;
}

/** Shares of lines that are pairs: of a whole text, whose parts may be read alone, and of a part between blank lines. */
const [minShareOfText, minShareOfGroup] = [0.8, 0.5];

/** Separators that divide lines and do not occur in prose. */
const separatorsOfLists = new Set(['tab', 'double colon', 'bar', 'labels']);
/** Separators without blanks around them. */
const narrowSeparators = new Set(['comma', 'narrow colon', 'hyphen']);
const maxWordsOfFront = 6;
const maxFront = 60;

/** A front is a term, or a question, which may be long. */
const isFront = ({ front }: Pair) =>
  front.endsWith('?') ||
  (wordCount(front) <= maxWordsOfFront && front.length <= maxFront && !/[.!]\s/.test(front));

/** Whether the fronts are speakers of a dialogue, because many of them repeat. */
function hasSpeakers({ pairs, sharedFronts, separator }: PairsReport): boolean {
  return separator === 'colon' && sharedFronts.length >= pairs.length / 3;
}

/** Whether a line is a sentence in which the separator is punctuation: `Nairobi - the capital - is large.` */
function isSentence({ front, back }: Pair, separator: string): boolean {
  if (back.endsWith('?') && wordCount(back) > 3) return true;
  if (separator === 'semicolon' || separator === 'equals') return endsSentence(back) && wordCount(front) > 4;
  return separator === 'dash' && /\s[-–—]\s/.test(back) && endsSentence(back);
}

function isProse(report: PairsReport, lines: readonly string[]): boolean {
  const { pairs, separator } = report;
  if (separator === null || separatorsOfLists.has(separator)) return false;
  if (isProgram(lines) || hasSpeakers(report)) return true;
  if (pairs.filter((pair) => isSentence(pair, separator)).length * 4 > pairs.length) return true;
  return (
    narrowSeparators.has(separator) && lines.some((line) => line.length > 60 || /[.!?]$/.test(line.trim()))
  );
}

/** A single line with a dash is a list only when it is the whole text: elsewhere it is a title or a sentence. */
function isLoneLine({ pairs, separator }: PairsReport, lines: readonly string[], minShare: number): boolean {
  if (pairs.length > 1 || separator !== 'dash') return false;
  return (
    minShare < minShareOfText ||
    lines.filter((line) => line.trim() !== '').length > 1 ||
    endsSentence(pairs[0]?.back ?? '')
  );
}

/** Whether most lines are pairs. A single line is a list only when it is all there is of a group. */
function isList(report: PairsReport, lines: readonly string[], minShare: number): boolean {
  const { pairs, unsplit, separator } = report;
  const loose = unsplit.filter(({ reason }) => reason === 'no separator').length;
  const min = separator === 'labels' ? 0 : minShare * (pairs.length + loose);
  if (separator === null || pairs.length === 0 || pairs.length < min) return false;
  if (isLoneLine(report, lines, minShare)) return false;
  const hasFronts = separator === 'labels' || pairs.filter(isFront).length >= 0.8 * pairs.length;
  return hasFronts && !isProse(report, lines);
}

const startsWithCapital = (text: string) => /^["'(]?\p{Lu}/u.test(text);
const isNumber = (text: string) => /^[\p{Nd}.,\s%°±−-]+$/u.test(text);
const hasInnerCapital = (text: string) => /\S\s+["'(]?\p{Lu}\p{Ll}/u.test(text);
const isName = (text: string) => text.includes(' ') && text.split(' ').every(startsWithCapital);
const startsWithArticle = (text: string) => /^(?:the|an?|any)\s/i.test(text);

/** Whether the back says something about a name: a number, another name, or a phrase with one. */
function isAboutName({ front, back }: Pair): boolean {
  if (isAboutPerson(back)) return true;
  if (!startsWithCapital(front) || front.length < 2) return false;
  if (isNumber(back) || hasInnerCapital(back)) return true;
  return !startsWithArticle(back) && (isName(front) || (startsWithCapital(back) && wordCount(back) <= 3));
}

/** `C. Darwin` or a year is no word with a meaning in any list. */
const isCertainName = (front: string) => /^\p{Lu}\. \p{Lu}|^[12]\d{3}$/u.test(front);
/** `Hypocrisy: she claims to help him` says what a person does, not what the term means. */
const isAboutPerson = (back: string) => wordCount(back) > 2 && /\b(?:she|he|her|his|him|we|my)\b/i.test(back);
/** `Exam tip: draw the heart` is advice, not a pair. */
const isAdvice = ({ front, back }: Pair, separator: string | null) =>
  separator === 'colon' &&
  wordCount(back) > 3 &&
  /(?:^|\s)(?:tip|hint|note|reminder|warning|n\.?b|remember)\.?$/i.test(front);

/** Names of columns in the first line of a list without a header that `parsePairs` knows. */
const columnName =
  /^(?:terms?|words?|meanings?|definitions?|translations?|kiswahili|swahili|english|french|german|spanish|arabic|countr(?:y|ies)|capitals?|currenc(?:y|ies)|populations?|presidents?|elements?|symbols?|commands?|keywords?|organs?|functions?|parts?|units?|quantit(?:y|ies)|events?|years?|dates?|names?|returns?|joins?|glands?|hormones?|towns?|cit(?:y|ies)|count(?:y|ies)|headquarters|authors?|books?|leaders?|signs?|colours?|types?|examples?|verbs?|plurals?|singulars?)$/i;
/** Only such pairs, because `nchi - country` and `rais - kiongozi` are cards. */
const swahiliHeader =
  /^(?:nchi|kaunti|kitabu|tukio)\|(?:mji mkuu|makao makuu|sarafu|lugha|rais|kiongozi|mwandishi|mwaka|tarehe)$/i;
const isHeader = ({ front, back }: Pair) =>
  (columnName.test(front) && columnName.test(back)) || swahiliHeader.test(`${front}|${back}`);

/**
 * Whether the first line names the columns of a table: it has three or more, all with capitals, none is a cell of its
 * column, and below it a column begins with small letters or numbers.
 */
function isTableHeader(pairs: readonly Pair[], cells: ReadonlyMap<number, readonly string[]>): boolean {
  const [first, ...rows] = pairs.map(({ back, line }) => [back, ...(cells.get(line) ?? [])]);
  if (!first || rows.length < 2 || first.length < 2 || !first.every(startsWithCapital)) return false;
  if (first.some((name, at) => rows.some((row) => row[at]?.toLowerCase() === name.toLowerCase())))
    return false;
  return first.some((_, at) => rows.every((row) => /^[\p{Ll}\p{Nd}]/u.test(row[at] ?? '')));
}

const openBrackets = (text: string) => text.split('(').length - text.split(')').length;
/** Whether the separator was inside brackets: `Words (Kiswahili - English)`. */
const isTorn = ({ front }: Pair) => openBrackets(front) > 0;
const isNoPair = (pair: Pair, separator: string | null) => isTorn(pair) || isAdvice(pair, separator);

/** Lines of lists of pairs by their number; `null` for a header or a line that is part of another card. */
type ListLines = Map<number, ListedPair | null>;

/** Pairs the names of the columns after the second with the cells of a line. */
const namedCells = (names: readonly string[], cells: readonly string[]): NamedCell[] =>
  names.flatMap((column, at) => {
    const text = cells[at] ?? '';
    return column !== '' && text !== '' ? [{ column, text }] : [];
  });

function readPairs(report: PairsReport, lines: readonly string[], from: number): ListLines {
  const cells = new Map(report.further.map(({ line, columns }) => [line, columns]));
  const isNamedBy = (pair: Pair) => isHeader(pair) || isTableHeader(report.pairs, cells);
  const header = report.pairs.slice(0, 1).filter((pair) => report.pairs.length > 1 && isNamedBy(pair));
  const pairs = report.pairs.slice(header.length).filter((pair) => !isNoPair(pair, report.separator));
  const headers = [
    ...report.headers,
    ...header.map((each) => ({ ...each, further: cells.get(each.line) ?? [] })),
  ];
  const areNamed = pairs.filter(isAboutName).length * 2 > pairs.length;
  const loose = new Set(
    report.unsplit.flatMap(({ line, reason }) => (reason === 'no separator' ? [line] : [])),
  );
  const torn = new Set(
    report.pairs.filter((pair) => isNoPair(pair, report.separator)).map(({ line }) => line),
  );
  const result: ListLines = new Map();
  for (const [at, line] of lines.entries())
    if (line.trim() !== '' && !loose.has(at + 1) && !torn.has(at + 1)) result.set(from + at, null);
  const byFront = new Map<string, ListedPair>();
  for (const { front, back, line } of pairs) {
    const first = byFront.get(termKey(front));
    if (first) first.back = `${first.back}; ${back}`;
    else {
      const source = lines[line - 1]?.trim() ?? front;
      const above = headers.findLast((each) => each.line < line);
      const further = namedCells(above?.further ?? [], cells.get(line) ?? []);
      const isNamed = areNamed || isCertainName(front) || isAboutPerson(back);
      const pair = { front, back, source, isNamed, column: above?.back ?? '', further };
      byFront.set(termKey(front), pair);
      result.set(from + line - 1, pair);
    }
  }
  for (const { line, text, reason } of report.unsplit) {
    const first = pairs.find(({ front, back }) => reason === 'repeat' && text === `${front} – ${back}`);
    const pair = first && byFront.get(termKey(first.front));
    if (pair) result.set(from + line - 1, { ...pair, isRepeat: true });
  }
  return result;
}

/** The separators of the other lines of a list: the one that most of them have, and the sign that prose never has. */
const separatorsOfRest = [null, 'equals'] as const;

/** Reads the lines of a list that have another separator than most. A line above the first pair is its title. */
function readRest(report: PairsReport, lines: readonly string[], from: number): ListLines {
  const firstLine = report.pairs[0]?.line ?? 0;
  const isLoose = (line: number) =>
    line > firstLine && report.unsplit.some((each) => each.line === line && each.reason === 'no separator');
  const rest = lines.map((line, at) => (isLoose(at + 1) ? line : ''));
  for (const separator of separatorsOfRest) {
    const next = parsePairs(rest.join('\n'), separator);
    const isProved = next.pairs.every(isFront) && !narrowSeparators.has(next.separator ?? '');
    if (next.pairs.length > 0 && isProved && !isProse(next, rest)) return readLines(next, rest, from);
  }
  return new Map();
}

const readLines = (report: PairsReport, lines: readonly string[], from: number): ListLines =>
  new Map([...readPairs(report, lines, from), ...readRest(report, lines, from)]);

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

/** Reads a range of lines as a list, with or without its first line, which may be a title or end a sentence. */
function readGroup(
  lines: readonly string[],
  from: number,
  to: number,
  minShare: number,
): { found: ListLines; separator: string | null } | null {
  for (const first of from + 1 < to ? [from, from + 1] : [from]) {
    const listed = lines.slice(first, to);
    const report = parsePairs(listed.join('\n'));
    if (isList(report, listed, minShare))
      return { found: readLines(report, listed, first), separator: report.separator };
  }
  return null;
}

/** Finds the lists of pairs in a text: the whole text, or groups of lines between blank lines. */
export function listLines(lines: readonly string[]): ListLines {
  const whole = readGroup(lines, 0, lines.length, minShareOfText);
  if (whole && whole.separator !== 'labels') return whole.found;
  const groups = groupsOf(lines).flatMap(({ from, to }) => [
    ...(readGroup(lines, from, to, minShareOfGroup)?.found ?? []),
  ]);
  // `Q:` and `A:` may stand anywhere; a text that has them may have other lists, too.
  return new Map([...groups, ...(whole?.found ?? [])]);
}
