import { parsePairs } from '@kumbuka/text';
import { expect, it } from 'vitest';
import { notesOf, portionsOf, textFrom } from './several-rules.ts';

const listOf = (count: number, back = 'dog') =>
  Array.from({ length: count }, (_, at) => `mbwa ${at}\t${back}`).join('\n');

it('500 lines are read at once and sent in five calls, in their order', () => {
  const before = performance.now();
  const { pairs } = parsePairs(listOf(500));
  expect(performance.now() - before).toBeLessThan(500);
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

it('what is not understood is named by its line, with the reason', () => {
  const report = parsePairs(
    'neno;maana\nmbwa;dog\npaka;cat;pet\nsimba;\nchui;leopard\ntembo;elephant\ntwiga;giraffe',
  );
  expect(notesOf(report)).toEqual([
    { line: 1, text: 'names the columns (neno, maana)' },
    { line: 3, text: 'left out: pet' },
    { line: 4, text: 'no answer: simba' },
  ]);
});

it('after a failure the rest of the text begins with the first card that was not added', () => {
  const text = 'a\t1\r\n\r\nb\t2\r\nc\t3';
  const rest = textFrom(text, parsePairs(text).pairs[1] as never);
  expect(parsePairs(rest).pairs.map(({ front }) => front)).toEqual(['b', 'c']);
});
