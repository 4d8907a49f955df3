import { joinDividedWords } from '@kumbuka/text';

const endsSentence = /[.!?:;]["')\]]?$/;

function joined(text: string, line: string): string {
  if (text === '') return line;
  return endsSentence.test(text) ? `${text}\n${line}` : `${text} ${line}`;
}

const paragraph = (lines: string) =>
  lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .reduce(joined, '');

/** Joins the lines of a printed page to running text, with divided words and sentences whole. */
export const unwrapLines = (page: string): string =>
  joinDividedWords(page)
    .split(/\n\s*\n/)
    .map(paragraph)
    .filter((text) => text !== '')
    .join('\n\n');
