import { parsePairs } from '@kumbuka/text';
import { expect, it } from 'vitest';
import { notesOf, portionsOf, textFrom } from './several-rules.ts';

const listOf = (count: number, back = 'dog') =>
  Array.from({ length: count }, (_, at) => `mbwa ${at}\t${back}`).join('\n');

/** A pause of 50 ms is seen while typing. The best of several runs, because others use the machine, too. */
it.each(['\t', ' - ', '; ', ', ', ':', ' = '])(
  '500 lines divided by %j are read within 50 ms, so that typing does not lag',
  (separator) => {
    const line = (at: number) =>
      `swali refu la namba ${at} kuhusu mto Tana${separator}jibu la swali namba ${at} lina maneno`;
    const text = Array.from({ length: 500 }, (_, at) => line(at)).join('\n');
    const runs = Array.from({ length: 5 }, () => {
      const before = process.threadCpuUsage();
      expect(parsePairs(text).pairs).toHaveLength(500);
      return process.threadCpuUsage(before).user / 1000;
    });
    expect(Math.min(...runs)).toBeLessThan(50);
  },
);

it('500 lines are sent in five calls, in their order', () => {
  const { pairs } = parsePairs(listOf(500));
  const portions = portionsOf(pairs);
  expect(portions.map(({ length }) => length)).toEqual([100, 100, 100, 100, 100]);
  expect(portions.flat()).toEqual(pairs);
});

it('long cards never make a call that is larger than the server takes', () => {
  const portions = portionsOf(parsePairs(listOf(20, 'ኢ'.repeat(9_000))).pairs);
  const sizes = portions.map((each) => new TextEncoder().encode(JSON.stringify(each)).length);
  expect(Math.max(...sizes)).toBeLessThan(128 * 1024);
  expect(portions.flat()).toHaveLength(20);
});

it('the cards of one note are in one call, so that none is added twice after a failure', () => {
  const notes = Array.from({ length: 70 }, (_, at) => `{{c1::a}} {{c2::b}} {{c3::c}} ${at}`).join('\n');
  const { pairs } = parsePairs(`#separator:tab\n${notes}`);
  const portions = portionsOf(pairs);
  expect(portions.map(({ length }) => length)).toEqual([99, 99, 12]);
  expect(portions.flat()).toEqual(pairs);
});

it('a line that is not understood is named with its number and the reason (D10)', () => {
  const report = parsePairs(
    'neno;maana\nmbwa;dog\npaka;cat;pet\nsimba;\nchui;leopard\ntembo;elephant\ntwiga;giraffe',
  );
  expect(notesOf(report)).toEqual([
    { line: 1, text: 'names the columns (neno, maana)' },
    { line: 3, text: 'left out: pet' },
    { line: 4, text: 'no answer: simba' },
  ]);
});

it('a line that repeats another is named, and so is a second meaning of the same word', () => {
  expect(notesOf(parsePairs('panda - plant\npanda - climb\npanda - plant'))).toEqual([
    { line: 2, text: 'added, with the same question as line 1: panda' },
    { line: 3, text: 'already in this list: panda – plant' },
  ]);
});

it('the head of an Anki export and of a Markdown table is named as left out', () => {
  expect(notesOf(parsePairs('#separator:tab\n#tags column:3\nmbwa\tdog\tpet'))).toEqual([
    { line: 1, text: 'setting of the file: #separator:tab' },
    { line: 2, text: 'setting of the file: #tags column:3' },
  ]);
  expect(notesOf(parsePairs('| neno | maana |\n|---|---|\n| mbwa | dog |'))).toEqual([
    { line: 1, text: 'names the columns (neno, maana)' },
  ]);
});

it.each([
  '#separator:tab\n#html:true\n#deck column:1\nMsingi\ta\t1\nMsingi\tb &amp; d\t2\nMsingi\tc\t3',
  'f | b\n--- | ---\na | 1\nb & d \\| | 2\nc | 3',
])('after a failure the rest of the text is read with the head of its file: %j', (text) => {
  const report = parsePairs(text);
  const rest = parsePairs(textFrom(text, report.pairs[1] as never, report), report.separator);
  expect(rest.pairs.map(({ front, back }) => [front, back])).toEqual(
    report.pairs.slice(1).map(({ front, back }) => [front, back]),
  );
});

it('after a failure the rest of the text begins with the first card that was not added', () => {
  const text = 'a\t1\r\n\r\nb\t2\r\nc\t3';
  const report = parsePairs(text);
  const rest = textFrom(text, report.pairs[1] as never, report);
  expect(parsePairs(rest).pairs.map(({ front }) => front)).toEqual(['b', 'c']);
});
