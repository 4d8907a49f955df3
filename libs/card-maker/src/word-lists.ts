import { parsePairs, termKey, type Pair, type PairsReport } from '@kumbuka/text';

/** A line of a list of pairs, which is a card whatever it means. */
export interface ListedPair {
  front: string;
  back: string;
  source: string;
  style: ListStyle;
}

/** Whether a list says what words mean or tells facts of names, such as `Ghana: 1957`. */
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

const words = (text: string) => text.split(/\s+/).filter((word) => word !== '').length;
const median = (numbers: readonly number[]) =>
  numbers.toSorted((left, right) => left - right)[Math.floor(numbers.length / 2)] ?? 0;

/** Separators that occur in prose as well. */
const ofProse = new Set(['colon', 'dash', 'comma', 'semicolon', 'narrow colon', 'hyphen', 'equals', 'arrow']);
const ofCode = new Set(['equals', 'colon', 'semicolon', 'arrow', 'narrow colon', 'comma']);
const narrow = new Set(['comma', 'narrow colon', 'hyphen']);
const mostFrontWords = 6;
const mostFront = 60;
const mostWords = 5;

const isSentence = (text: string) => words(text) > 5 && /[.!?。।።]["')]*$/.test(text);

/** Names that stand before several lines are speakers. */
function hasSpeakers({ pairs, separator }: PairsReport): boolean {
  if (separator !== 'colon') return false;
  return pairs.length - new Set(pairs.map(({ front }) => front)).size >= pairs.length / 3;
}

function isProse(report: PairsReport, lines: readonly string[]): boolean {
  const { pairs, separator } = report;
  if (separator === null || !ofProse.has(separator)) return false;
  const sentences = pairs.filter(({ back }) => isSentence(back) || (back.endsWith('?') && words(back) > 3));
  if (sentences.length * 4 > pairs.length || hasSpeakers(report)) return true;
  if (
    (ofCode.has(separator) && lines.filter(isCode).length * 4 > lines.length) ||
    lines.filter((each) => assignment.test(each)).length * 2 > lines.length
  )
    return true;
  if (narrow.has(separator)) return lines.some((line) => line.length > 60 || /[.!?]$/.test(line.trim()));
  return median(pairs.map(({ back }) => words(back))) > mostWords;
}

function isList(report: PairsReport, lines: readonly string[]): boolean {
  const { pairs, separator } = report;
  if (separator === null || pairs.length < 2) return false;
  const short = pairs.filter(({ front }) => words(front) <= mostFrontWords && front.length <= mostFront);
  return short.length >= 0.8 * pairs.length && !isProse(report, lines);
}

const large = /^["'(]?\p{Lu}/u;
const number = /^[\p{Nd}.,\s%°±−-]+$/u;

/** Names stand on both sides, or a name and its number. */
const isOfNames = ({ front, back }: Pair) =>
  large.test(front) && front.length > 1 && ((large.test(back) && back.length > 1) || number.test(back));

const columnName =
  /^(?:terms?|words?|meanings?|definitions?|translations?|kiswahili|swahili|english|french|german|spanish|arabic|neno|maana|countr(?:y|ies)|capitals?|elements?|symbols?|commands?|keywords?|organs?|functions?|parts?|units?|quantit(?:y|ies)|events?|years?|dates?|names?|returns?|joins?|glands?|hormones?|towns?|cit(?:y|ies)|count(?:y|ies)|headquarters|authors?|books?|leaders?|questions?|answers?|signs?|colours?|types?|examples?|verbs?|plurals?|singulars?)$/i;
const isHeader = ({ front, back }: Pair) => columnName.test(front) && columnName.test(back);

/** Fronts once each with all their meanings; equal pairs stay, to be reported as repeats. */
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

const opens = (text: string) => text.split('(').length - text.split(')').length;
/** The separator stands inside brackets: `Words (Kiswahili - English)`. */
const isTorn = ({ front }: Pair) => opens(front) > 0;

const mostMeanings = 2;

/** A front with many backs has forms, not meanings. */
function withoutForms(pairs: readonly Pair[]): Pair[] {
  const backs = new Map<string, Set<string>>();
  for (const { front, back } of pairs)
    backs.set(termKey(front), (backs.get(termKey(front)) ?? new Set()).add(termKey(back)));
  return pairs.filter(({ front }) => (backs.get(termKey(front))?.size ?? 0) <= mostMeanings);
}

/** Takes the lines of a list; `null` for its head and for lines that belong to another one. */
function place(
  report: PairsReport,
  lines: readonly string[],
  from: number,
  into: Map<number, ListedPair | null>,
) {
  const pairs = report.pairs[0] && isHeader(report.pairs[0]) ? report.pairs.slice(1) : report.pairs;
  const style = pairs.filter(isOfNames).length * 3 >= pairs.length * 2 ? 'names' : 'words';
  const unsplit = new Set(report.unsplit.map(({ line }) => line));
  for (const at of lines.keys())
    if (!unsplit.has(at + 1) && lines[at]?.trim() !== '') into.set(from + at, null);
  for (const { line } of pairs.filter(isTorn)) into.delete(from + line - 1);
  for (const { front, back, line } of merged(withoutForms(pairs.filter((pair) => !isTorn(pair))))) {
    const source = lines[line - 1]?.trim() ?? front;
    into.set(from + line - 1, { front, back, source, style });
  }
}

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

/** The list that lines are, perhaps below a title. */
function readGroup(
  lines: readonly string[],
  from: number,
  to: number,
  into: Map<number, ListedPair | null>,
): boolean {
  for (const first of [from, from + 1]) {
    const some = lines.slice(first, to);
    if (some.length < 2) return false;
    const report = parsePairs(some.join('\n'));
    if (!isList(report, some)) continue;
    place(report, some, first, into);
    return true;
  }
  return false;
}

/** Lines of lists of pairs, by their place in the text; `null` for a head line. */
export function listLines(lines: readonly string[]): Map<number, ListedPair | null> {
  const into = new Map<number, ListedPair | null>();
  if (readGroup(lines, 0, lines.length, into)) return into;
  for (const { from, to } of groupsOf(lines)) readGroup(lines, from, to, into);
  return into;
}
