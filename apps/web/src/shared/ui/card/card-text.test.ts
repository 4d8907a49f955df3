import { expect, it } from 'vitest';
import { readsFromStart, textSize } from './card-text.ts';

it('type steps down with length', () => {
  expect(textSize('The Tana')).toBe('short');
  expect(textSize('word '.repeat(40))).toBe('medium');
  expect(textSize('word '.repeat(200))).toBe('long');
});

it('a list of many short lines is as long as it is high', () => {
  expect(textSize('- a\n- b\n- c\n- d')).toBe('medium');
  expect(textSize('- a\n'.repeat(12))).toBe('long');
});

it('a sentence stands in the middle, a list and a paragraph read from the start', () => {
  expect(readsFromStart('The Tana')).toBe(false);
  expect(readsFromStart('if x:\n    return y')).toBe(true);
  expect(readsFromStart('word '.repeat(40))).toBe(true);
});
