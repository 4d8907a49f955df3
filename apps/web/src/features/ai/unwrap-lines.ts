import { joinDividedWords, joinLines, parsePairs } from '@kumbuka/text';

const endsSentence = /[.!?:;。！？：；।።။។]["')\]」』）]?$/u;
const bullet = /^(?:[-*•‣▪●○·–—]|\(?\d{1,2}[.)]|\(?[a-hA-H][.)])\s+\S/;

function joined(text: string, line: string): string {
  if (text === '') return line;
  return endsSentence.test(text) || bullet.test(line) ? `${text}\n${line}` : joinLines(text, line);
}

/** Share of the lines that are pairs in a list, and the length of a line that a page may have wrapped. */
const [minPairs, maxLine] = [0.8, 60];

/** Whether the lines are a list of pairs, such as `mti - tree`, which stays as it is. */
function isList(lines: readonly string[]): boolean {
  if (lines.length < 2 || lines.some((line) => line.length > maxLine)) return false;
  const { pairs, separator } = parsePairs(lines.join('\n'));
  const isMarked = separator !== null && !['comma', 'narrow colon', 'hyphen', 'space'].includes(separator);
  return isMarked && pairs.length >= minPairs * lines.length;
}

function paragraph(text: string): string {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  // The first line may be the title of the list.
  return isList(lines) || isList(lines.slice(1)) ? lines.join('\n') : lines.reduce(joined, '');
}

/** Joins the lines of a printed page to running text, with divided words and sentences whole. */
export const unwrapLines = (page: string): string =>
  joinDividedWords(page)
    .split(/\n\s*\n/)
    .map(paragraph)
    .filter((text) => text !== '')
    .join('\n\n');
