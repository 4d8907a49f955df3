import { identityKey, searchKey } from '@kumbuka/text';

/** Part of the comparison: in both texts, only in the answer, or only typed. */
export interface ComparedPart {
  kind: 'same' | 'missing' | 'extra';
  text: string;
}

export interface TypedComparison {
  /** `close`: only accents or one letter differ. */
  verdict: 'right' | 'close' | 'different';
  parts: ComparedPart[];
}

/** Longer texts are not compared letter by letter. */
const maxCompared = 300;

/** Case, spaces and punctuation at the ends make no difference. */
const trimmed = (text: string) =>
  text
    .trim()
    .replaceAll(/\s+/gu, ' ')
    .replace(/^[\p{P}\s]+(?=[\p{L}\p{N}])/u, '')
    .replace(/(?<=[\p{L}\p{N}])[\p{P}\s]+$/u, '');

/** A character, and what it is compared by: its case makes no difference. */
interface Character {
  text: string;
  key: string;
}

const charactersOf = (text: string): Character[] =>
  [...text].map((character) => ({ text: character, key: identityKey(character) || character }));

/** Lengths of the longest common subsequences of the ends of two lists, row by row. */
function commonLengths(left: readonly Character[], right: readonly Character[]): number[][] {
  const rows = Array.from({ length: left.length + 1 }, () =>
    Array.from({ length: right.length + 1 }, () => 0),
  );
  for (let i = left.length - 1; i >= 0; i -= 1)
    for (let j = right.length - 1; j >= 0; j -= 1)
      rows[i]![j] =
        left[i]!.key === right[j]!.key
          ? rows[i + 1]![j + 1]! + 1
          : Math.max(rows[i + 1]![j]!, rows[i]![j + 1]!);
  return rows;
}

const textOf = (characters: readonly Character[]) => characters.map(({ text }) => text).join('');

/** Joins neighbours of one kind. */
function joined(parts: readonly ComparedPart[]): ComparedPart[] {
  const all: ComparedPart[] = [];
  for (const { kind, text } of parts) {
    const last = all.at(-1);
    if (last?.kind === kind) last.text += text;
    else if (text !== '') all.push({ kind, text });
  }
  return all;
}

function differencesOf(expected: readonly Character[], typed: readonly Character[]): ComparedPart[] {
  const common = commonLengths(expected, typed);
  const parts: ComparedPart[] = [];
  let [i, j] = [0, 0];
  while (i < expected.length && j < typed.length) {
    if (expected[i]!.key === typed[j]!.key) {
      parts.push({ kind: 'same', text: expected[i]!.text });
      [i, j] = [i + 1, j + 1];
    } else if (common[i + 1]![j]! >= common[i]![j + 1]!)
      parts.push({ kind: 'missing', text: expected[i++]!.text });
    else parts.push({ kind: 'extra', text: typed[j++]!.text });
  }
  return joined([
    ...parts,
    { kind: 'missing', text: textOf(expected.slice(i)) },
    { kind: 'extra', text: textOf(typed.slice(j)) },
  ]);
}

const lengthOf = (parts: readonly ComparedPart[], kind: ComparedPart['kind']) =>
  parts.reduce((sum, part) => sum + (part.kind === kind ? [...part.text].length : 0), 0);

/** Whether one letter was left out, added or replaced in a word of at least five. */
const isOneCharacterOff = (parts: readonly ComparedPart[], letters: number) =>
  letters >= 5 && Math.max(lengthOf(parts, 'missing'), lengthOf(parts, 'extra')) <= 1;

/**
 * Compares what a learner typed with the answer. Case, spaces and punctuation at the ends do not count; accents do,
 * because they distinguish words, but only as a small difference.
 */
export function compareTyped(answer: string, attempt: string): TypedComparison {
  const [expected, typed] = [trimmed(answer), trimmed(attempt)];
  if (identityKey(expected) === identityKey(typed))
    return { verdict: 'right', parts: [{ kind: 'same', text: answer.trim() }] };
  const [wanted, had] = [charactersOf(expected), charactersOf(typed)];
  if (Math.max(wanted.length, had.length) > maxCompared)
    return {
      verdict: 'different',
      parts: joined([
        { kind: 'missing', text: expected },
        { kind: 'extra', text: typed },
      ]),
    };
  const parts = differencesOf(wanted, had);
  const isClose = searchKey(expected) === searchKey(typed) || isOneCharacterOff(parts, wanted.length);
  return { verdict: isClose ? 'close' : 'different', parts };
}
