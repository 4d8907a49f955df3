import { cleanText, joinDividedWords } from '@kumbuka/text';
import { isCode, listLines, type ListedPair } from './pair-lists.ts';
import { wordCount } from './sentences.ts';

/** Part of a text: a line with the lines that continue it. */
export type Block =
  | { kind: 'paragraph'; text: string }
  | { kind: 'heading'; text: string }
  | { kind: 'bullet'; text: string }
  | { kind: 'row'; cells: string[]; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'pair'; pair: ListedPair; text: string };

/** `[2]` is a reference only after punctuation; after a word, as in `arr[0]`, it is code. */
const references = /(?:(?<=[.,;:!?)\]"'\u201d\u2019])\[(?:\d{1,3}|note \d+)\])|\[citation needed\]/g;
const strong = /(?<![\p{L}\p{N}*])\*\*(?=[^\s*])([^*\n`]{1,200}?)(?<=[^\s*])\*\*(?![\p{L}\p{N}*])/gu;
const emphasis = /(?<=^|[\s(])\*(?=[\p{L}\p{N}])([^*\n`]{1,200}?)(?<=[\p{L}\p{N}])\*(?=[\s,.;:!?)]|$)/gmu;
const code = /(`[^`\n]*`)/;

/** Removes Markdown emphasis, except inside backticks. */
const withoutEmphasis = (line: string) =>
  line
    .split(code)
    .map((part, at) => (at % 2 === 1 ? part : part.replace(strong, '$1').replace(emphasis, '$1')))
    .join('');

/** Normalises a study text: joins words that a line end divides, and removes emphasis and references. */
export const normalise = (text: string): string =>
  joinDividedWords(cleanText(text))
    .replaceAll(/[\u00a0\u2000-\u200a\u202f\u3000]/g, ' ')
    .replaceAll(references, '')
    .split('\n')
    .map(withoutEmphasis)
    .join('\n')
    .replaceAll(/[“”„]/g, '"')
    .replaceAll(/[‘’]/g, "'");

const bulletSign = /^\s*(?:[-*•‣◦▪●○·–—]|\(?\d{1,2}[.)]|\(?[a-hA-H][.)]|\(?[ivx]{1,4}[.)])\s+(?=\S)/;
const ruler = /^[\s|:+=_*-]{3,}$/;
const isTerminated = (line: string) => /[.!?:;。！？।॥።۔؟：]["'”’」』）)\]]*$/u.test(line);

function cellsOf(line: string): string[] | null {
  const cells = line
    .split(/\t+|\s*\|\s*| {3,}/)
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '');
  return cells.length >= 2 && /\S(?:\t+|\s*\|\s*| {3,})\S/.test(line.trim()) ? cells : null;
}

type Line = Block | { kind: 'blank' } | { kind: 'ruler' } | { kind: 'skipped' };

function lineOf(raw: string): Line {
  const line = raw.trim();
  if (line === '') return { kind: 'blank' };
  if (ruler.test(line)) return { kind: 'ruler' };
  const marked = /^#{1,6}\s+(.+)$/.exec(line);
  if (marked?.[1]) return { kind: 'heading', text: marked[1] };
  if (bulletSign.test(raw)) return { kind: 'bullet', text: raw.replace(bulletSign, '').trim() };
  const cells = cellsOf(raw);
  if (cells) return { kind: 'row', cells, text: cells.join(' ') };
  return { kind: 'paragraph', text: line };
}

/** A line of at least this share of the widest one was wrapped by the page. */
const wrappedShare = 0.6;
const narrowest = 40;

/** `mti - tree`: a whole line of a word list. */
const looksLikePair = (line: string) =>
  line.length < 90 && /^\S.{0,40}?(?:\s[-–—=→]+>?\s|:\s)\S/.test(line) && !isTerminated(line);

/** `Teacher: What is a cell?` */
const isSpoken = (line: string) => /^\p{Lu}[\p{L}.]{0,20}(?: \p{Lu}[\p{L}.]{0,20})?:\s/u.test(line);

const endsSentence = (line: string) => /[.!?。！？।॥።۔؟]["'”’」』）)\]]*$/u.test(line);
/** `Haste makes waste: what is done in a hurry goes wrong.` */
const isLabelled = (line: string) => /^\p{Lu}[^.:;!?]{1,60}:\s+\S/u.test(line);

/** Whether the next line continues a block, because the page wrapped it. */
function isWrapped({ kind, text: before }: Block, next: string, widest: number): boolean {
  if (looksLikePair(before) || looksLikePair(next) || isSpoken(next)) return false;
  if (endsSentence(before) && (kind === 'bullet' ? /^\p{Lu}/u.test(next) : isLabelled(next))) return false;
  if (isTerminated(before))
    return !before.endsWith(':') && /^\p{Lu}|^["'(\d]/u.test(next) && before.length > narrowest;
  if (/^\p{Ll}|^[(,]/u.test(next)) return wordCount(before) > 2;
  return widest >= narrowest && before.length >= widest * wrappedShare && wordCount(before) > 5;
}

/** Headings are short and end without a full stop. */
const isHeading = (text: string) => (!isTerminated(text) || text.endsWith(':')) && wordCount(text) <= 9;

/** The header row of a table is above its ruler. */
const isHeaderRow = (lines: readonly Line[], at: number) =>
  lines[at]?.kind === 'row' && lines[at - 1]?.kind !== 'row' && lines[at + 2]?.kind === 'row';

/** Numbers of the lines of fenced code blocks, the fences included. */
function fencedLines(lines: readonly string[]): Set<number> {
  const fenced = new Set<number>();
  let opened = -1;
  for (const [at, line] of lines.entries()) {
    if (!/^\s*(?:```|~~~)/.test(line)) continue;
    if (opened >= 0) for (let inside = opened; inside <= at; inside += 1) fenced.add(inside);
    opened = opened >= 0 ? -1 : at;
  }
  return fenced;
}

function linesOf(text: string): Line[] {
  const raw = text.split('\n');
  const pairs = listLines(raw);
  const fenced = fencedLines(raw);
  return raw.map((line, at): Line => {
    const pair = pairs.get(at);
    if (pair) return { kind: 'pair', pair, text: pair.source };
    if (pair === null) return { kind: 'skipped' };
    return fenced.has(at) || isCode(line) ? { kind: 'code', text: line } : lineOf(line);
  });
}

function joinWrappedLines(lines: readonly Line[]): Block[] {
  const widest = Math.max(0, ...lines.map((line) => (line.kind === 'paragraph' ? line.text.length : 0)));
  const blocks: Block[] = [];
  let isOpen = false;
  for (const [at, line] of lines.entries()) {
    if (line.kind === 'ruler' && isHeaderRow(lines, at - 1)) blocks.pop();
    if (line.kind === 'skipped') continue;
    if (line.kind === 'blank' || line.kind === 'ruler') {
      isOpen = false;
      continue;
    }
    const last = blocks.at(-1);
    const canContinue = isOpen && (last?.kind === 'paragraph' || last?.kind === 'bullet');
    if (canContinue && line.kind === 'paragraph' && isWrapped(last, line.text, widest))
      last.text = `${last.text} ${line.text}`;
    else blocks.push({ ...line });
    isOpen = true;
  }
  return blocks;
}

/** Divides a normalised text into blocks, in order. */
export const blocksOf = (text: string): Block[] =>
  joinWrappedLines(linesOf(text)).map((block) =>
    block.kind === 'paragraph' && isHeading(block.text) ? { kind: 'heading', text: block.text } : block,
  );
