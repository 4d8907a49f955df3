import { expect, it } from 'vitest';
import { unwrapLines } from './unwrap-lines.ts';

it('unwrapping lines joins the lines of a sentence and the halves of a divided word', () =>
  expect(unwrapLines('The Tana rises in the Aber-\ndare Range and flows\ninto the Indian Ocean.')).toBe(
    'The Tana rises in the Aberdare Range and flows into the Indian Ocean.',
  ));

it('unwrapping lines keeps a new line after a sentence, and paragraphs apart', () =>
  expect(unwrapLines('One sentence.\nAnother one.\n\nA new paragraph')).toBe(
    'One sentence.\nAnother one.\n\nA new paragraph',
  ));

it('unwrapping lines leaves a name with a hyphen whole', () =>
  expect(unwrapLines('Franco-\nBritish treaty')).toBe('Franco-British treaty'));

it.each([
  ['of pairs', 'mti - tree\nmaji - water\nmoto - fire'],
  ['of pairs with a title', 'Capitals\nKenya: Nairobi\nUganda: Kampala'],
  ['with bullets', 'Symptoms of malaria\n- fever\n- chills'],
])('a list %s stays a list', (_kind, list) =>
  expect(unwrapLines(list).split('\n').slice(-2)).toEqual(list.split('\n').slice(-2)),
);

it('lines of Chinese and Japanese are joined without a blank', () => {
  expect(unwrapLines('光合作用是植物利用阳光\n制造养分的过程。')).toBe(
    '光合作用是植物利用阳光制造养分的过程。',
  );
  expect(unwrapLines('東京は日本の\n首都です。')).toBe('東京は日本の首都です。');
});
