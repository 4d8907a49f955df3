import { takeFormulas } from './formulas.ts';

const marks = /^```|\*\*[^\s*][^*\n]*\*\*|<(?:sub|sup|mark)>|^\|.*\|\n\|(?:[ :-]*-[ :-]*\|)+$/m;

/** Whether a text that names no format was written as Markdown: it has a formula, bold words, code or a table. */
const isMarkdown = (text: string): boolean => marks.test(text) || takeFormulas(text).formulas.length > 0;

/** Format of a card whose sides were made from a text by a program. */
export const writtenFormat = ({ front, back }: { front: string; back: string }): 'plain' | 'rich' =>
  isMarkdown(front) || isMarkdown(back) ? 'rich' : 'plain';
