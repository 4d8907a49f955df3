import { template } from '../templates.ts';
import type { MadeCard, NoteKind, Span } from './kind.ts';

/** A gap that cards with its number ask for. */
interface Gap {
  number: number;
  inside: Part[];
  hint: string | null;
}
type Part = string | Gap;

/** A gap that is still open, with the text that opened it. */
interface OpenGap extends Gap {
  opener: string;
}

const maxNumber = 499;
const maxDepth = 8;
const tokens = /\{\{c\d{1,3}::|::|\}\}/g;
const shownInstead = '...';

const numberOf = (opener: string) => Number(/\d+/.exec(opener)?.[0]);

/** Adds text to the innermost open gap: to its hint when that has begun, else to its inside. */
function addText({ inside, hint }: Pick<Gap, 'inside' | 'hint'>, text: string): string | null {
  if (hint !== null) return hint + text;
  if (text !== '') inside.push(text);
  return null;
}

/**
 * Reads gaps such as `{{c1::Nairobi::city}}`, which may be nested. What is no whole gap stays text. Linear in the
 * length of the text.
 */
function parseGaps(text: string): Part[] {
  const root: OpenGap = { number: 0, inside: [], hint: null, opener: '' };
  const open: OpenGap[] = [root];
  const innermost = () => open.at(-1) ?? root;
  const write = (words: string) => {
    const gap = innermost();
    gap.hint = addText(gap, words);
  };
  function take(token: string) {
    const gap = innermost();
    const isInGap = gap !== root;
    if (token === '}}' && isInGap) {
      open.pop();
      const { number, inside, hint } = gap;
      innermost().inside.push({ number, inside, hint });
    } else if (token === '::' && isInGap && gap.hint === null) gap.hint = '';
    else if (isOpener(token, gap, open.length))
      open.push({ number: numberOf(token), inside: [], hint: null, opener: token });
    else write(token);
  }
  let from = 0;
  for (const { 0: token, index } of text.matchAll(tokens)) {
    write(text.slice(from, index));
    take(token);
    from = index + token.length;
  }
  write(text.slice(from));
  while (open.length > 1) closeAsText(open);
  return root.inside;
}

function isOpener(token: string, { hint }: Gap, depth: number): boolean {
  if (!token.startsWith('{{') || hint !== null || depth > maxDepth) return false;
  const number = numberOf(token);
  return number >= 1 && number <= maxNumber;
}

/** Puts back the text of a gap that was never closed. */
function closeAsText(open: OpenGap[]) {
  const gap = open.pop();
  if (!gap) return;
  const rest = gap.hint === null ? [] : [`::${gap.hint}`];
  open.at(-1)?.inside.push(gap.opener, ...gap.inside, ...rest);
}

const gapsIn = (parts: readonly Part[]): Gap[] =>
  parts.flatMap((part) => (typeof part === 'string' ? [] : [part, ...gapsIn(part.inside)]));

/** Numbers of the gaps of a text, ascending. */
const gapNumbers = (text: string): number[] =>
  [...new Set(gapsIn(parseGaps(text)).map(({ number }) => number))].toSorted((a, b) => a - b);

/** Text with the gaps of one number hidden; with all of them filled when the number is `null`. */
const shown = (parts: readonly Part[], hidden: number | null): string =>
  parts
    .map((part) => {
      if (typeof part === 'string') return part;
      return part.number === hidden ? `[${part.hint || shownInstead}]` : shown(part.inside, hidden);
    })
    .join('');

function cardsOf([text = '', extra = '']: readonly string[]): MadeCard[] {
  const parts = parseGaps(text);
  const back = [shown(parts, null), extra].filter((each) => each.trim() !== '').join('\n\n');
  return gapNumbers(text).map((number) => ({ number, front: shown(parts, number), back }));
}

/**
 * Finds what the question side hides: the text between its brackets continues in the answer side. Empty when the sides
 * do not belong together.
 */
function hiddenParts(front: string, back: string): Span[] {
  const brackets = front.match(inBrackets) ?? [];
  const literals = front.split(inBrackets);
  if (literals.length < 2 || !back.startsWith(literals[0] ?? '')) return [];
  const spans: Span[] = [];
  let at = literals[0]?.length ?? 0;
  for (const [index, literal] of literals.slice(1).entries()) {
    const isLast = index === literals.length - 2;
    const next = isLast && literal === '' ? endOfText(back, at) : back.indexOf(literal, at);
    if (next < 0) return [];
    // Brackets that are part of the text hide nothing.
    if (back.slice(at, next) !== brackets[index]) spans.push({ from: at, to: next });
    at = next + literal.length;
  }
  return spans;
}

const inBrackets = /\[[^[\]\n]*\]/g;

/** End of the filled text; what follows is the note's extra text. */
function endOfText(back: string, from: number): number {
  const extra = back.indexOf('\n\n', from);
  return extra < 0 ? back.length : extra;
}

/** A text with gaps; one card for each number. */
export const cloze: NoteKind = {
  id: 'cloze',
  name: template('Gaps in a text', 'Mapengo katika maandishi'),
  fields: [
    {
      label: template('Text', 'Maandishi'),
      help: {
        en: 'Mark each gap as {{c1::word}} or {{c1::word::hint}}. Every number makes a card.',
        sw: 'Weka alama ya kila pengo kama {{c1::neno}} au {{c1::neno::kidokezo}}. Kila nambari hutengeneza kadi.',
      },
    },
    { label: template('More with the answer', 'Zaidi pamoja na jibu'), isOptional: true },
  ],
  cardsOf,
  withoutCards: {
    en: 'Mark at least one gap, such as {{c1::word}}.',
    sw: 'Weka alama ya angalau pengo moja, kama {{c1::neno}}.',
  },
  hiddenParts,
};
