import { noteKind } from '@kumbuka/contracts/kinds';
import { clozeType } from '../built-in-types.ts';
import type { Collector } from '../collector.ts';
import { isTooLong } from '../sides.ts';
import { noteOf } from './table.ts';

interface Part {
  line: number;
  text: string;
}

/** Divides Markdown at lines that consist of a mark, but not inside a block of code. */
function divide({ line, text }: Part, mark: RegExp): Part[] {
  const parts: Part[] = [];
  let [lines, first, fence]: [string[], number, string | null] = [[], line, null];
  for (const [at, each] of text.split('\n').entries()) {
    const [, ticks] = /^\s{0,3}(`{3,}|~{3,})/.exec(each) ?? [];
    if (ticks !== undefined) fence = fence === null ? ticks : each.trim().startsWith(fence) ? null : fence;
    if (fence === null && mark.test(each)) {
      parts.push({ line: first, text: lines.join('\n') });
      [lines, first] = [[], line + at + 1];
    } else lines.push(each);
  }
  parts.push({ line: first, text: lines.join('\n') });
  return parts;
}

const betweenCards = /^\*\*\*\s*$/;
const betweenSides = /^---\s*$/;
const mochiGap = /\{\{(?!c\d{1,3}::)([^{}]+)\}\}/g;

/** First line of a part that is not blank. */
const lineOf = ({ line, text }: Part) =>
  line + (/^(?:[ \t]*\n)*/.exec(text)?.[0].split('\n').length ?? 1) - 1;

/** Formulas between dollars in the notation of our cards; prices such as `$5 and $6` are none. */
const withFormulas = (text: string) =>
  text
    .replaceAll(/\$\$([^$]+)\$\$/g, (_all, tex: string) => String.raw`\[${tex}\]`)
    .replaceAll(
      /(?<![\\$\w])\$(?=\S)([^$\n]*[^$\s\\])\$(?![\d$])/g,
      (_all, tex: string) => String.raw`\(${tex}\)`,
    );

const outsideCode = (text: string) =>
  text
    .split(/(```[^]*?```|`[^`\n]*`)/)
    .map((part, at) => (at % 2 === 0 ? withFormulas(part) : part))
    .join('');

const tidy = (text: string) => outsideCode(text.replace(/^(?:[ \t]*\n)+/, '').trimEnd());

/** Whether a text is a list of cards as Mochi and we write them. */
export const isMarkdownCards = (text: string): boolean => {
  const parts = divide({ line: 1, text }, betweenCards);
  return parts.length > 1
    ? parts.some((part) => divide(part, betweenSides).length === 2 || mochiGaps(part.text))
    : divide({ line: 1, text }, betweenSides).length === 2;
};
const mochiGaps = (text: string) => text.match(mochiGap) !== null || /\{\{c\d{1,3}::/.test(text);

const deckComment = /^\s*<!-- deck: (.{1,1000}?) -->[ \t]*\n/;

/**
 * Reads Markdown: `***` between cards, `---` between the sides, `{{...}}` for gaps, and a comment that names the deck.
 */
export function readMarkdownCards(text: string, defaultDeck: string, collector: Collector) {
  const { reporter } = collector;
  let deck = defaultDeck;
  for (const part of divide({ line: 1, text }, betweenCards)) {
    if (part.text.trim() === '') continue;
    const line = lineOf(part);
    deck = deckComment.exec(part.text)?.[1] ?? deck;
    part.text = part.text.replace(deckComment, '');
    const [front = '', ...rest] = divide(part, betweenSides).map((side) => tidy(side.text));
    const back = rest.join('\n\n---\n\n');
    if (front.trim() === '') reporter.add('no-front', { line, text: back });
    else if (rest.length === 0 && !mochiGaps(front)) reporter.add('no-separator', { line, text: front });
    else if (rest.length > 0 && back.trim() === '') reporter.add('no-back', { line, text: front });
    else {
      const note = noteOf([front, back], 'markdown', deck, line);
      if (mochiGaps(front)) {
        note.kind = 'cloze';
        note.type = clozeType.id;
        note.fields = [front.replaceAll(mochiGap, '{{c1::$1}}'), back];
        note.cards = noteKind('cloze')
          .cardsOf(note.fields)
          .map((card) => ({ ...card, deck, suspended: false, flag: 0 }));
      }
      if (note.cards.some(isTooLong)) reporter.add('side-too-long', { line, text: front });
      else if (note.cards.length > 0) collector.note(note);
    }
  }
}
