import { expect, it } from 'vitest';
import { insertMark } from './insert-mark.ts';

it.each([
  ['bold', 'the Tana flows', 4, 8, 'the **Tana** flows', 'Tana'],
  ['formula', 'x', 0, 1, '$x$', 'x'],
  ['code', 'a', 1, 1, 'a``', ''],
  ['list', 'one\ntwo', 0, 7, '- one\n- two', ''],
  ['list', 'head\none', 6, 6, 'head\n- one', ''],
  ['gap', 'Nairobi', 0, 7, '{{c1::Nairobi}}', 'Nairobi'],
  ['gap', '{{c1::a}} b', 10, 11, '{{c1::a}} {{c2::b}}', 'b'],
] as const)('%s around a selection of %j', (mark, text, from, to, marked, selected) => {
  const after = insertMark(mark, { text, from, to });
  expect([after.text, after.text.slice(after.from, after.to)]).toEqual([marked, selected]);
});
