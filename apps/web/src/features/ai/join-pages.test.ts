import { expect, it } from 'vitest';
import { joinPages } from './join-pages.ts';
import { unwrapLines } from './unwrap-lines.ts';

const page = (number: number, text: string) => `Biology for Form 2\n${text}\n${number}`;

it('page numbers and running heads are removed from the text', () =>
  expect(
    joinPages([page(1, 'A cell is small.'), page(2, 'A leaf is green.'), page(3, 'A root is long.')]),
  ).toBe('A cell is small.\n\nA leaf is green.\n\nA root is long.'));

it('a sentence over a page break stays one sentence', () =>
  expect(
    unwrapLines(
      joinPages([page(1, 'The heart is a'), page(2, 'muscle that pumps blood.'), page(3, 'It beats.')]),
    ),
  ).toBe('The heart is a muscle that pumps blood.\n\nIt beats.'));

it('a word that a page break divides stays one word', () =>
  expect(unwrapLines(joinPages(['The photo-\n- 4 -', 'synthesis of plants.\nPage 5 of 9']))).toBe(
    'The photosynthesis of plants.',
  ));

it('a line that is on two pages only is text, not a running head', () =>
  expect(joinPages(['Summary\nOne.', 'Summary\nTwo.'])).toBe('Summary\nOne.\n\nSummary\nTwo.'));

it('a year alone on the last line of a short page is kept on a line of its own', () =>
  expect(joinPages(['Kenya became independent in\n1963.'])).toBe('Kenya became independent in\n1963.'));
