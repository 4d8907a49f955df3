import { cleanText, joinDividedWords } from '@kumbuka/text';
import { isCode, listLines, type ListedPair } from './word-lists.ts';

/** Kinds of the lines of a text, after wrapped lines are joined. */
export type Block =
  | { kind: 'paragraph'; text: string }
  | { kind: 'heading'; text: string }
  | { kind: 'bullet'; text: string }
  | { kind: 'row'; cells: string[]; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'listed'; pair: ListedPair; text: string };

/** References such as `[2]` stand behind punctuation; behind a word, as in `arr[0]`, they are code. */
const references = /(?:(?<=[.,;:!?)\]"'\u201d\u2019])\[(?:\d{1,3}|note \d+)\])|\[citation needed\]/g;
const strong = /(?<![\p{L}\p{N}*])\*\*(?=[^\s*])([^*\n`]{1,200}?)(?<=[^\s*])\*\*(?![\p{L}\p{N}*])/gu;
const emphasis = /(?<=^|[\s(])\*(?=[\p{L}\p{N}])([^*\n`]{1,200}?)(?<=[\p{L}\p{N}])\*(?=[\s,.;:!?)]|$)/gmu;
const code = /(`[^`\n]*`)/;

/** Without emphasis, except inside backticks. */
const plain = (line: string) =>
  line
    .split(code)
    .map((part, at) => (at % 2 === 1 ? part : part.replace(strong, '$1').replace(emphasis, '$1')))
    .join('');

/** Study text in one form: clean, words joined that a line end divides, without emphasis and references. */
export const tidy = (text: string): string =>
  joinDividedWords(cleanText(text))
    .replaceAll(/[\u00a0\u2000-\u200a\u202f\u3000]/g, ' ')
    .replaceAll(references, '')
    .split('\n')
    .map(plain)
    .join('\n')
    .replaceAll(/[“”„]/g, '"')
    .replaceAll(/[‘’]/g, "'");

const bulletSign = /^\s*(?:[-*•‣◦▪●○·–—]|\(?\d{1,2}[.)]|\(?[a-hA-H][.)]|\(?[ivx]{1,4}[.)])\s+(?=\S)/;
const ruler = /^[\s|:+=_*-]{3,}$/;
const isTerminated = (line: string) => /[.!?:;。！？।॥።۔؟：]["'”’」』）)\]]*$/u.test(line);
const wordCount = (line: string) => line.split(/\s+/).length;

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

/** Lines this long are cut by the page, not by who wrote them. */
const wrapFrom = 0.6;
const narrowest = 40;

/** `mti - tree`: a line of a list of words is whole. */
const looksLikePair = (line: string) =>
  line.length < 90 && /^\S.{0,40}?(?:\s[-–—=→]+>?\s|:\s)\S/.test(line) && !isTerminated(line);

/** `Teacher: What is a cell?` */
const isSpoken = (line: string) => /^\p{Lu}[\p{L}.]{0,20}(?: \p{Lu}[\p{L}.]{0,20})?:\s/u.test(line);

const isEnded = (line: string) => /[.!?。！？।॥።۔؟]["'”’」』）)\]]*$/u.test(line);
/** `Haste makes waste: what is done in a hurry goes wrong.` below another such line. */
const isLabelled = (line: string) => /^\p{Lu}[^.:;!?]{1,60}:\s+\S/u.test(line);

/** A line that goes on in the next one: it was cut at the edge of a page. */
function goesOn({ kind, text: before }: Block, next: string, widest: number): boolean {
  if (looksLikePair(before) || looksLikePair(next) || isSpoken(next)) return false;
  if (isEnded(before) && (kind === 'bullet' ? /^\p{Lu}/u.test(next) : isLabelled(next))) return false;
  if (isTerminated(before))
    return !before.endsWith(':') && /^\p{Lu}|^["'(\d]/u.test(next) && before.length > narrowest;
  if (/^\p{Ll}|^[(,]/u.test(next)) return wordCount(before) > 2;
  return widest >= narrowest && before.length >= widest * wrapFrom && wordCount(before) > 5;
}

/** Headings end without a full stop and are short. */
const isHeading = (text: string) => (!isTerminated(text) || text.endsWith(':')) && wordCount(text) <= 9;

/** The first row of a table, above its rule. */
const isHeader = (lines: readonly Line[], at: number) =>
  lines[at]?.kind === 'row' && lines[at - 1]?.kind !== 'row' && lines[at + 2]?.kind === 'row';

/** Lines between two fences of Markdown, the fences included. */
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

/** The blocks of a tidy text, in order. */
export function blocksOf(text: string): Block[] {
  const raw = text.split('\n');
  const listed = listLines(raw);
  const inFence = fencedLines(raw);
  const lines = raw.map((line, at): Line => {
    const pair = listed.get(at);
    if (pair) return { kind: 'listed', pair, text: pair.source };
    if (pair === null) return { kind: 'skipped' };
    return inFence.has(at) || isCode(line) ? { kind: 'code', text: line } : lineOf(line);
  });
  const widest = Math.max(0, ...lines.map((line) => (line.kind === 'paragraph' ? line.text.length : 0)));
  const blocks: Block[] = [];
  let open = false;
  for (const [at, line] of lines.entries()) {
    const last = blocks.at(-1);
    if (line.kind === 'ruler' && isHeader(lines, at - 1)) blocks.pop();
    if (line.kind === 'skipped') continue;
    if (line.kind === 'blank' || line.kind === 'ruler') open = false;
    else if (
      open &&
      line.kind === 'paragraph' &&
      last &&
      last.kind !== 'row' &&
      last.kind !== 'code' &&
      last.kind !== 'listed' &&
      last.kind !== 'heading' &&
      goesOn(last, line.text, widest)
    )
      last.text = `${last.text} ${line.text}`;
    else {
      blocks.push({ ...line });
      open = true;
    }
  }
  return blocks.map((block) =>
    block.kind === 'paragraph' && isHeading(block.text) ? { kind: 'heading', text: block.text } : block,
  );
}
