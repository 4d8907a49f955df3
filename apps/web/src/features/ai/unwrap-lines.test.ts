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
