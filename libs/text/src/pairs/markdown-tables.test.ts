import { expect, it } from 'vitest';
import { parsePairs } from './parse-pairs.ts';

const sides = (...lines: string[]) =>
  parsePairs(lines.join('\n')).pairs.map(({ front, back }) => `${front}/${back}`);

it('a Markdown table has a card for each row, although its lines begin and end with a bar', () => {
  const text = '| swali | jibu |\n| --- | :-: |\n| mbwa | dog |\n|paka|cat|';
  expect(parsePairs(text)).toMatchObject({
    separator: 'bar',
    headers: [{ front: 'swali', back: 'jibu', line: 1, further: [] }],
    pairs: [
      { front: 'mbwa', back: 'dog', line: 3 },
      { front: 'paka', back: 'cat', line: 4 },
    ],
    unsplit: [],
    further: [],
    preface: ['| swali | jibu |', '| --- | :-: |'],
  });
  expect(parsePairs(text, 'bar')).toEqual(parsePairs(text));
});

it('the delimiter row of a Markdown table makes no card', () => {
  expect(sides('front | back', ':-- | --:', 'mbwa | dog')).toEqual(['mbwa/dog']);
  expect(sides('| | |', '|-|-|', '| mbwa | dog |')).toEqual(['mbwa/dog']);
});

it('an escaped bar does not divide a cell', () => {
  expect(sides('| a | b |', '|---|---|', '| x \\| y | or\\| |', '| a - b | minus |')).toEqual([
    'x | y/or|',
    'a - b/minus',
  ]);
});

it('a table below a sentence makes cards, and the header of a second table makes none', () => {
  const text =
    'Here you are:\n\n| a | b |\n|---|---|\n| mbwa | dog |\n\n| c | d |\n|---|---|\n| paka | cat |';
  const report = parsePairs(text);
  expect(report.pairs.map(({ line }) => line)).toEqual([5, 9]);
  expect(report.headers.map(({ line }) => line)).toEqual([3, 7]);
  expect(report.unsplit).toEqual([{ line: 1, text: 'Here you are:', reason: 'no separator' }]);
});

it('rows that are copied without their header are cards', () => {
  expect(sides('| mbwa | dog |', '| paka | cat |')).toEqual(['mbwa/dog', 'paka/cat']);
});

it('rows with an empty cell or further cells are reported', () => {
  const report = parsePairs('| a | b | c |\n|---|---|---|\n| mbwa | dog | pet |\n| paka | | |\n| | cat |');
  expect(report.further).toEqual([{ line: 3, columns: ['pet'] }]);
  expect(report.unsplit).toEqual([
    { line: 4, text: 'paka', reason: 'no back' },
    { line: 5, text: 'cat', reason: 'no front' },
  ]);
});

it('a column that numbers the rows is not the question', () => {
  const report = parsePairs('| # | neno | maana |\n|---|---|---|\n| 1 | mbwa | dog |\n| 2 | paka | cat |');
  expect(report.headers).toEqual([{ front: 'neno', back: 'maana', line: 1, further: [] }]);
  expect(report.pairs).toMatchObject([{ front: 'mbwa' }, { front: 'paka' }]);
});

it('a list in which dashes are a meaning is no table', () => {
  expect(sides('plus|+', 'minus|-')).toEqual(['plus/+', 'minus/-']);
});

it('a hostile table of 1 MB is read in time', () => {
  const fill = (part: string) => part.repeat(1_000_000 / part.length);
  const before = process.threadCpuUsage();
  for (const part of ['|', '\\|', '-', ' ', '| a | b |\n|---|---|\n'])
    parsePairs(`| a | b |\n|---|---|\n| ${fill(part)}x | b |`);
  expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(5_000);
});
