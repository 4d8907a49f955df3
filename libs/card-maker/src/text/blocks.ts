import { cleanText, joinDividedWords, joinLines } from '@kumbuka/text';
import { isCode } from './code.ts';
import { listLines, type ListedPair } from '../lists/read-lists.ts';
import { endsSentence, wordCount } from './sentences.ts';

/** Part of a text: a line with the lines that continue it. */
export type Block =
  | { kind: 'paragraph' | 'heading' | 'bullet' | 'code'; text: string }
  | { kind: 'pair'; text: string; pair: ListedPair };

/** `[2]` is a reference only after punctuation; after a word, as in `arr[0]`, it is code. */
const references = /(?:(?<=[.,;:!?)\]"'\u201d\u2019])\[(?:\d{1,3}|note \d+)\])|\[citation needed\]/g;
const strong = /(?<![\p{L}\p{N}*])\*\*(?=[^\s*])([^*\n`]{1,200}?)(?<=[^\s*])\*\*(?![\p{L}\p{N}*])/gu;
const emphasis = /(?<=^|[\s(])\*(?=[\p{L}\p{N}])([^*\n`]{1,200}?)(?<=[\p{L}\p{N}])\*(?=[\s,.;:!?)]|$)/gmu;

/** Removes Markdown emphasis, except inside backticks. */
const withoutEmphasis = (line: string) =>
  line
    .split(/(`[^`\n]*`)/)
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
const isTerminated = (line: string) => endsSentence(line) || /[:;：]$/.test(line);
/** `Teacher: What is a cell?` or `Osmosis: movement of water`. */
const isLabelled = (line: string) => /^\p{Lu}[^.:;!?]{0,60}:\s+\S/u.test(line);

/** A line of at least this share of the widest one was wrapped by the page. */
const wrappedShare = 0.6;
const [narrowest, narrowestUnspaced] = [40, 8];

/** Whether the next line continues a block, because the page wrapped it. */
function isWrapped({ kind, text: before }: Block, next: string, widest: number): boolean {
  if (isLabelled(next) && endsSentence(before)) return false;
  if (endsSentence(before) && kind === 'bullet') return false;
  if (isTerminated(before)) return !before.endsWith(':') && before.length > narrowest;
  if (/^\p{Ll}|^[(,]/u.test(next)) return wordCount(before) > 2;
  const hasNoBlank = /\p{Lo}$/u.test(before) && /^\p{Lo}/u.test(next);
  const isWide =
    widest >= (hasNoBlank ? narrowestUnspaced : narrowest) && before.length >= widest * wrappedShare;
  return isWide && (hasNoBlank || wordCount(before) > 5);
}

/** Scripts without blanks between words, whose sentences may end without a sign. */
const isUnspaced = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;
const longestUnspacedHeading = 30;

/** Headings are short and end without a full stop. */
const isHeading = (text: string) =>
  (!isTerminated(text) || /[:：]$/.test(text)) &&
  wordCount(text) <= 9 &&
  (text.length <= longestUnspacedHeading || !isUnspaced.test(text));

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

function blockOf(raw: string): Block | null {
  const line = raw.trim();
  if (line === '' || ruler.test(line)) return null;
  const heading = /^#{1,6}\s+(.+)$/.exec(line)?.[1];
  if (heading) return { kind: 'heading', text: heading };
  if (isCode(line)) return { kind: 'code', text: line };
  if (bulletSign.test(raw)) return { kind: 'bullet', text: raw.replace(bulletSign, '').trim() };
  return { kind: 'paragraph', text: line };
}

/** The block of each line; `null` for a blank line, `undefined` for one without a block of its own. */
function linesOf(text: string): (Block | null | undefined)[] {
  const raw = text.split('\n');
  const fenced = fencedLines(raw);
  const pairs = listLines(raw.map((line, at) => (fenced.has(at) ? '' : line)));
  return raw.map((line, at) => {
    if (fenced.has(at)) return { kind: 'code', text: line };
    const pair = pairs.get(at);
    return pair === null ? undefined : pair ? { kind: 'pair', text: pair.source, pair } : blockOf(line);
  });
}

/** Divides a normalised text into blocks, in order. */
export function blocksOf(text: string): Block[] {
  const lines = linesOf(text);
  const widest = Math.max(0, ...lines.map((line) => (line?.kind === 'paragraph' ? line.text.length : 0)));
  const blocks: Block[] = [];
  let isOpen = false;
  for (const line of lines) {
    if (line === undefined) continue;
    const last = blocks.at(-1);
    const canContinue = isOpen && (last?.kind === 'paragraph' || last?.kind === 'bullet');
    isOpen = line !== null;
    if (line === null) continue;
    if (canContinue && line.kind === 'paragraph' && isWrapped(last, line.text, widest))
      last.text = joinLines(last.text, line.text);
    else blocks.push({ ...line });
  }
  return blocks.map((block) =>
    block.kind === 'paragraph' && isHeading(block.text) ? { kind: 'heading', text: block.text } : block,
  );
}
