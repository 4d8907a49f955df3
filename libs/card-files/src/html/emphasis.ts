/** Marks for the ends of emphasis while Markdown is written; noncharacters, which no text contains by then. */
export const strong = { open: '\uFDD2', close: '\uFDD3' };
export const emphasis = { open: '\uFDD4', close: '\uFDD5' };
export type EmphasisMarks = typeof strong;

const written: Record<string, string> = { '\uFDD2': '**', '\uFDD3': '**', '\uFDD4': '*', '\uFDD5': '*' };
const openers: Record<string, string> = { '\uFDD3': '\uFDD2', '\uFDD5': '\uFDD4' };
const isMark = (character: string) => character in written;

const isSpace = (character: string) => character === '' || /\s/u.test(character);
const isPunctuation = (character: string) => /[\p{P}\p{S}]/u.test(character);

/** Next character in a direction that is no mark. */
function neighbour(characters: readonly string[], from: number, step: 1 | -1): string {
  let at = from + step;
  while (isMark(characters[at] ?? '')) at += step;
  return characters[at] ?? '';
}

/** Whether CommonMark takes the mark at a place as what it is meant to be. */
function works(characters: readonly string[], at: number, isOpener: boolean): boolean {
  const [before, after] = [neighbour(characters, at, -1), neighbour(characters, at, 1)];
  const [inside, outside] = isOpener ? [after, before] : [before, after];
  return !isSpace(inside) && (!isPunctuation(inside) || isSpace(outside) || isPunctuation(outside));
}

/** Writes the marks as Markdown. A pair that CommonMark would show as asterisks is left out. */
export function writeEmphasis(text: string): string {
  const characters = [...text];
  const open: number[] = [];
  const partner = new Map<number, number>();
  for (const [at, character] of characters.entries()) {
    const opener = openers[character];
    if (opener !== undefined) {
      const from = open.pop();
      if (from !== undefined && characters[from] === opener) partner.set(from, at).set(at, from);
    } else if (isMark(character)) open.push(at);
  }
  const isWritten = (at: number) => {
    const other = partner.get(at);
    if (other === undefined) return false;
    const [from, to] = at < other ? [at, other] : [other, at];
    return works(characters, from, true) && works(characters, to, false);
  };
  return characters
    .map((character, at) => (isMark(character) ? (isWritten(at) ? written[character] : '') : character))
    .join('');
}
