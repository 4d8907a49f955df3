export type Mark = 'bold' | 'list' | 'formula' | 'code' | 'gap';

interface Selected {
  text: string;
  from: number;
  to: number;
}

const gapNumber = /\{\{c(\d{1,3})::/g;

/** A new gap has the next number, so that it makes a card of its own. */
function nextGap(text: string): number {
  const numbers = [...text.matchAll(gapNumber)].map(([, number]) => Number(number));
  return Math.max(0, ...numbers) + 1;
}

const listItems = (text: string) =>
  text
    .split('\n')
    .map((line) => `- ${line}`)
    .join('\n');

function aroundOf(mark: Mark, text: string): [string, string] {
  if (mark === 'bold') return ['**', '**'];
  if (mark === 'formula') return ['$', '$'];
  if (mark === 'code') return ['`', '`'];
  return [`{{c${nextGap(text)}::`, '}}'];
}

/** Puts a mark around the selected text, and selects the text again. */
export function insertMark(mark: Mark, { text, from, to }: Selected): Selected {
  const selected = text.slice(from, to);
  if (mark === 'list') {
    const lineStart = text.lastIndexOf('\n', from - 1) + 1;
    const items = listItems(text.slice(lineStart, to));
    const end = lineStart + items.length;
    return { text: text.slice(0, lineStart) + items + text.slice(to), from: end, to: end };
  }
  const [before, after] = aroundOf(mark, text);
  return {
    text: text.slice(0, from) + before + selected + after + text.slice(to),
    from: from + before.length,
    to: to + before.length,
  };
}
