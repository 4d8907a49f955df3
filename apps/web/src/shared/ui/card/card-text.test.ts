import { expect, it } from 'vitest';
import { isCode, readsFromStart, textSize } from './card-text.ts';

it('long text is set in a smaller size', () => {
  expect(textSize('The Tana')).toBe('short');
  expect(textSize('word '.repeat(40))).toBe('medium');
  expect(textSize('word '.repeat(200))).toBe('long');
});

it('many short lines count as long text', () => {
  expect(textSize('- a\n- b\n- c\n- d')).toBe('medium');
  expect(textSize('- a\n'.repeat(12))).toBe('long');
});

it('a sentence is centred, a list and a paragraph are aligned to the start', () => {
  expect(readsFromStart('The Tana')).toBe(false);
  expect(readsFromStart('if x:\n    return y')).toBe(true);
  expect(readsFromStart('word '.repeat(40))).toBe(true);
});

it.each([
  'export function median(values: number[]): number {\n  const sorted = values.toSorted((a, b) => a - b);\n  return sorted[0];\n}',
  'def greet(name):\n    return f"Hello {name}"',
  'const double = (x) => x * 2',
  'SELECT title FROM decks WHERE id = 1;',
])('code is not set in the bold typeface of prose: %j', (text) => {
  expect(isCode(text)).toBe(true);
});

it.each([
  'What is the capital of Kenya?',
  '- Masinga\n- Kamburu\n- Gitaru',
  'Roses are red;\nviolets are blue,\nsugar is sweet.',
  'f(x) = x + 2',
  'Dams:\n  - Masinga\n  - Kamburu\n  - Gitaru',
  'If it rains, the river rises: why?',
])('prose is no code: %j', (text) => {
  expect(isCode(text)).toBe(false);
});
