/** What the lines of a text are, once wrapped lines are joined. */
export type Block =
  | { kind: 'paragraph'; text: string }
  | { kind: 'heading'; text: string }
  | { kind: 'bullet'; text: string }
  | { kind: 'row'; cells: string[]; text: string };

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const hidden = /[\p{Cc}\p{Cf}\p{Co}]/gu;
const blockTags = /<\/?(?:p|div|br|li|ul|ol|tr|table|h[1-6]|section|article)\b[^<>]{0,200}>/gi;
const foreignCode = /<(script|style)\b[^<>]{0,200}>[^<]{0,20000}<\/\1>/gi;

/** Study text without mark-up, and without characters that nobody sees. */
export const tidy = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/\r\n?|[\u2028\u2029\v\f]/g, '\n')
    .replaceAll(foreignCode, ' ')
    .replaceAll(blockTags, '\n')
    .replaceAll(/<\/?[a-z][a-z0-9]{0,15}(?:\s[^<>]{0,200})?>/gi, '')
    .replaceAll(/&(amp|lt|gt|quot|apos|nbsp);/g, (_, name: string) => entities[name] ?? ' ')
    .replaceAll(hidden, (character) => (character === '\n' || character === '\t' ? character : ''))
    .replaceAll(/(\p{Ll})[-\u2010]\n[ \t]*(\p{Ll})/gu, '$1$2')
    .replaceAll(/[\u00a0\u2000-\u200a\u202f\u3000]/g, ' ')
    .replaceAll(/\[(?:\d{1,3}|citation needed|note \d+)\]/g, '')
    .replaceAll(/(\*\*|__)(?=\S)([^*_\n]{1,200}?)\1/g, '$2')
    .replaceAll(/(?<=^|[\s(])([*_])(?=\S)([^*_\n]{1,200}?)(?<=\S)\1(?=[\s,.;:!?)]|$)/gm, '$2')
    .replaceAll(/[“”„]/g, '"')
    .replaceAll(/[‘’]/g, "'");

const bulletSign = /^\s*(?:[-*•‣◦▪●○·–—]|\(?\d{1,2}[.)]|\(?[a-hA-H][.)]|\(?[ivx]{1,4}[.)])\s+(?=\S)/;
const ruler = /^[\s|:+=_*-]{3,}$/;
const isTerminated = (line: string) => /[.!?:;]["')\]]*$/.test(line);
const wordCount = (line: string) => line.split(/\s+/).length;

function cellsOf(line: string): string[] | null {
  const cells = line
    .split(/\t+|\s*\|\s*| {3,}/)
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '');
  return cells.length >= 2 && /\S(?:\t+|\s*\|\s*| {3,})\S/.test(line.trim()) ? cells : null;
}

type Line = Block | { kind: 'blank' } | { kind: 'ruler' };

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

const isEnded = (line: string) => /[.!?]["')\]]*$/.test(line);
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

/** The blocks of a tidy text, in order. */
export function blocksOf(text: string): Block[] {
  const lines = text.split('\n').map(lineOf);
  const widest = Math.max(0, ...lines.map((line) => (line.kind === 'paragraph' ? line.text.length : 0)));
  const blocks: Block[] = [];
  let open = false;
  for (const [at, line] of lines.entries()) {
    const last = blocks.at(-1);
    if (line.kind === 'ruler' && isHeader(lines, at - 1)) blocks.pop();
    if (line.kind === 'blank' || line.kind === 'ruler') open = false;
    else if (
      open &&
      line.kind === 'paragraph' &&
      last &&
      last.kind !== 'row' &&
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
