import { t } from '@lingui/core/macro';
import { limits } from '@kumbuka/contracts/constants';
import { numberLabel } from '../../../shared/format/format.ts';
import { cleanText, type Pair, type PairsReport, type Separator, type UnsplitReason } from '@kumbuka/text';

export const separatorLabels = (): Record<Separator, string> => ({
  tab: t`Tab`,
  dash: t`Dash ( - )`,
  equals: t`Equals ( = )`,
  'double colon': t`Double colon (::)`,
  arrow: t`Arrow (->)`,
  colon: t`Colon (: )`,
  semicolon: t`Semicolon (;)`,
  bar: t`Bar (|)`,
  comma: t`Comma (,)`,
  'narrow colon': t`Colon without spaces`,
  hyphen: t`Hyphen without spaces`,
  space: t`Space`,
  labels: t`Labels (Q: and A:)`,
});

const reasons = (): Record<UnsplitReason, string> => ({
  'no separator': t`no separator`,
  'no front': t`no question`,
  'no back': t`no answer`,
  setting: t`setting of the file`,
  repeat: t`already in this list`,
});

interface Note {
  line: number;
  text: string;
}

/** Lines that are not added as they are, or need a second look, with reasons. */
export function notesOf({ headers, unsplit, further, sharedFronts }: PairsReport): Note[] {
  const notes = [
    ...headers.map(({ line, front, back }) => ({ line, text: t`names the columns (${front}, ${back})` })),
    ...unsplit.map(({ line, text, reason }) => ({ line, text: `${reasons()[reason]}: ${text}` })),
    ...further.map(({ line, columns }) => ({
      line,
      text: t`left out: ${columns.filter(Boolean).join(', ')}`,
    })),
    ...sharedFronts.map(({ line, front, first }) => ({
      line,
      text: t`added, with the same question as line ${numberLabel(first)}: ${front}`,
    })),
  ];
  return notes.toSorted((one, other) => one.line - other.line);
}

/** Stays below the size of a request, whose strings are escaped. */
const maxBytes = limits.bodyBytes / 2;
const sizeOf = ({ front, back }: Pair) => new TextEncoder().encode(JSON.stringify([front, back])).length;

/** Divides cards into calls. Cards of one line stay together, because after a failure the text resumes at a line. */
export function portionsOf(pairs: readonly Pair[]): Pair[][] {
  const portions: Pair[][] = [];
  let bytes = 0;
  for (const pair of pairs) {
    const last = portions.at(-1);
    bytes += sizeOf(pair);
    if (last && last.length < limits.cardsPerCall && bytes <= maxBytes) last.push(pair);
    else {
      const first = last?.findIndex(({ line }) => line === pair.line) ?? 0;
      const next = [...(first > 0 ? (last?.splice(first) ?? []) : []), pair];
      portions.push(next);
      bytes = next.reduce((sum, each) => sum + sizeOf(each), 0);
    }
  }
  return portions;
}

/** Returns the text from the line of a pair on, below the lines that it needs to be read alike. */
export const textFrom = (text: string, { line }: Pair, { preface }: PairsReport): string =>
  [
    ...preface,
    ...cleanText(text)
      .split('\n')
      .slice(line - 1),
  ].join('\n');
