import { expect, it, vi } from 'vitest';
import { createRefusals, refusalText } from './refusals.ts';

it('answers that could not be saved are counted, with the reason', () => {
  const deck = 'DECK_NOT_FOUND';
  expect(refusalText([deck, deck, deck, deck, deck])).toBe(
    '5 answers could not be saved: the deck was deleted.',
  );
  expect(refusalText(['FLASHCARD_NOT_FOUND', 'VALIDATION', 'OTHER'])).toBe(
    '1 answer could not be saved: the card was deleted. 2 answers could not be saved: the server refused them.',
  );
});

it('an answer of a deleted deck beside one that was counted already is one lost answer', () => {
  expect(refusalText(['ANSWER_REPEATED', 'DECK_NOT_FOUND', 'ANSWER_REPEATED'])).toBe(
    '1 answer could not be saved: the deck was deleted.',
  );
});

it('an answer that was counted already is not lost', () => {
  expect(refusalText(['ANSWER_REPEATED'])).toBeNull();
  expect(refusalText([])).toBeNull();
});

it('answers refused one after another are reported together, once', () => {
  vi.useFakeTimers();
  const notify = vi.fn();
  const refusals = createRefusals(notify);
  for (let answer = 0; answer < 5; answer += 1) {
    refusals.add('DECK_NOT_FOUND');
    vi.advanceTimersByTime(200);
  }
  vi.advanceTimersByTime(60_000);
  expect(notify.mock.calls).toEqual([['5 answers could not be saved: the deck was deleted.']]);
});
