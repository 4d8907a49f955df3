import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { DeckCard, type DeckCardProps } from './deck-card.tsx';

const deck: DeckCardProps = {
  title: 'Rivers',
  description: 'Sources and mouths',
  mastery: 79.6,
  counts: { total: 20, due: 3, fresh: 5 },
  ticks: [{ recall: 0.9, isDue: false }],
  actions: <button>Study</button>,
};
function show(changes: Partial<DeckCardProps> = {}) {
  render(<DeckCard {...deck} {...changes} />);
  return screen.getByRole('article', { name: 'Rivers' });
}

it('a deck tile shows cards, due cards and mastery, and draws the memory', () => {
  const card = show();
  expect(card.textContent).toContain('20 cards');
  expect(card.textContent).toContain('3 due');
  expect(card.textContent).toContain('80% right answers');
  expect(screen.getByRole('img', { name: /3 due/ })).toBeTruthy();
});

it('a deck tile has words for a missing subject and description', () => {
  const card = show({ subject: ' ', description: null });
  expect(card.textContent).toContain('No Subject');
  expect(card.textContent).toContain('No description available.');
});

it('a deck tile says new cards when none is due, and nothing due when none is new', () => {
  expect(show({ counts: { total: 20, due: 0, fresh: 5 } }).textContent).toContain('5 new');
});

it('a deck tile says nothing due when every card is known', () => {
  expect(show({ counts: { total: 20, due: 0, fresh: 0 } }).textContent).toContain('Nothing due');
});

it('a deck of new cards shows their number instead of a row of equal dots', () => {
  const card = show({ counts: { total: 18, due: 0, fresh: 18 } });
  expect(card.textContent).toContain('18 new cards');
  expect(screen.queryByRole('img')).toBeNull();
});

it('a deck of which most cards are new says first how many are due', () => {
  const card = show({ counts: { total: 20, due: 1, fresh: 18 } });
  expect(card.textContent).toMatch(/1 card due.*18 new/);
  expect(card.textContent).toContain('20 cards');
  expect(screen.queryByRole('img')).toBeNull();
});

it('the number of new cards is not said twice on one card', () => {
  const card = show({ counts: { total: 300, due: 0, fresh: 285 } });
  expect(card.textContent?.match(/285/g)).toHaveLength(1);
  expect(card.textContent).not.toContain('Nothing due');
});

it('a deck tile says that its progress could not be loaded instead of showing a false one', () => {
  const card = show({ hasProgress: false, mastery: null });
  expect(card.textContent).toContain('Progress not available');
  expect(card.textContent).not.toContain('due');
  expect(screen.queryByRole('img')).toBeNull();
});

it('a deck tile uses the singular for one card', () => {
  expect(show({ counts: { total: 1, due: 0, fresh: 0 } }).textContent).toContain('1 card');
  expect(screen.queryByText('1 cards')).toBeNull();
});

it("a deck whose numbers could not be loaded is not called 'Not studied yet'", () => {
  const card = show({ hasProgress: false, mastery: null, counts: { total: 20, due: 0, fresh: 20 } });
  expect(card.textContent).not.toContain('Not studied yet');
  expect(card.textContent).toContain('20 cards');
});
