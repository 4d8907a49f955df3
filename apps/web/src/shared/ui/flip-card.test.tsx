import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { FlipCard } from './flip-card.tsx';

function open(flipped: boolean, onFlip = vi.fn()) {
  render(
    <FlipCard
      question="Which river?"
      answer="The Tana"
      flipped={flipped}
      onFlip={onFlip}
      groupLabel="Card 1 of 2"
      aside={<span>Mastered</span>}
      footer={<button>Edit</button>}
    />,
  );
  return onFlip;
}
const isInert = (text: string) => screen.getByText(text).closest('[inert]') !== null;

it('only the face that is up can be reached', () => {
  open(false);
  expect(isInert('Which river?')).toBe(false);
  expect(isInert('The Tana')).toBe(true);
});

it('the question cannot be reached while the answer is up', () => {
  open(true);
  expect(isInert('Which river?')).toBe(true);
  expect(isInert('The Tana')).toBe(false);
});

it('a click on any part of the card flips it', () => {
  const onFlip = open(false);
  fireEvent.click(screen.getByText('Which river?'));
  fireEvent.click(screen.getByText('Question'));
  expect(onFlip).toHaveBeenCalledTimes(2);
});

it('can be given the focus, but the Tab key passes it by', () => {
  open(false);
  const group = screen.getByRole('group', { name: 'Card 1 of 2' });
  group.focus();
  expect(document.activeElement).toBe(group);
  expect(group.tabIndex).toBe(-1);
});
