import { describe, expect, test } from 'vitest';
import { studyOrder, weakestFirst } from './queue.ts';

const today = 20_500;

describe('the order of study', () => {
  const card = (cardId: number, stability: number | null, lastDay: number | null, dueDay: number | null) => ({
    cardId,
    deckId: 1,
    stability,
    lastDay,
    dueDay,
  });
  const weak = card(5, 1, today - 20, today - 3);
  const strong = card(4, 100, today - 20, today);
  const twin = card(3, 100, today - 20, today);
  test('takes due cards by lowest predicted recall, ties by id', () => {
    expect(weakestFirst([strong, weak, twin], today).map(({ cardId }) => cardId)).toEqual([5, 3, 4]);
  });
  test('is due cards, new cards, then the rest by due date', () => {
    const later = card(1, 9, today, today + 9);
    const sooner = card(2, 9, today, today + 2);
    const cards = [later, card(9, null, null, null), strong, sooner, card(8, null, null, null), weak];
    expect(studyOrder(cards, today)).toEqual([5, 4, 8, 9, 2, 1]);
  });
});
