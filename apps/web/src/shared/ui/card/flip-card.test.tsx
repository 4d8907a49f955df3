import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
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

it('only the visible side of a card can be reached', () => {
  open(false);
  expect(isInert('Which river?')).toBe(false);
  expect(isInert('The Tana')).toBe(true);
});

it('the question cannot be reached while the answer is shown', () => {
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

it('a card can receive the focus from a script, but not from the Tab key', () => {
  open(false);
  const group = screen.getByRole('group', { name: 'Card 1 of 2' });
  group.focus();
  expect(document.activeElement).toBe(group);
  expect(group.tabIndex).toBe(-1);
});

afterEach(() => {
  vi.useRealTimers();
  getSelection()?.removeAllRanges();
});

const clickWith = (pointerType: string, element: Element, detail = 1) => {
  fireEvent.pointerDown(element, { pointerType });
  fireEvent.click(element, { detail });
};
const mark = (element: Element) => getSelection()?.selectAllChildren(element);

it('a double click on a word does not flip the card', () => {
  vi.useFakeTimers();
  const onFlip = open(false);
  clickWith('mouse', screen.getByText('Which river?'));
  clickWith('mouse', screen.getByText('Which river?'), 2);
  vi.advanceTimersByTime(1000);
  expect(onFlip).not.toHaveBeenCalled();
});

it('a single click on the text flips the card after the time of a double click', () => {
  vi.useFakeTimers();
  const onFlip = open(false);
  clickWith('mouse', screen.getByText('Which river?'));
  vi.advanceTimersByTime(1000);
  expect(onFlip).toHaveBeenCalledTimes(1);
});

it('a tap on the text and a click beside it flip the card at once', () => {
  const onFlip = open(false);
  clickWith('touch', screen.getByText('Which river?'));
  clickWith('mouse', screen.getByText('Question'));
  expect(onFlip).toHaveBeenCalledTimes(2);
});

it.each(['mouse', 'touch', 'pen'])('selecting text with a %s does not flip the card', (pointerType) => {
  vi.useFakeTimers();
  const onFlip = open(false);
  const text = screen.getByText('Which river?');
  fireEvent.pointerDown(text, { pointerType });
  mark(text);
  fireEvent.click(text, { detail: 1 });
  vi.advanceTimersByTime(1000);
  expect(onFlip).not.toHaveBeenCalled();
});

it('the click that ends a selection does not flip the card, the next one does', () => {
  const onFlip = open(false);
  const label = screen.getByText('Question');
  mark(screen.getByText('Which river?'));
  fireEvent.pointerDown(label, { pointerType: 'mouse' });
  getSelection()?.removeAllRanges();
  fireEvent.click(label, { detail: 1 });
  expect(onFlip).not.toHaveBeenCalled();
  clickWith('mouse', label);
  expect(onFlip).toHaveBeenCalledTimes(1);
});

it('text that is selected beside the card does not prevent a flip', () => {
  const onFlip = open(false);
  const beside = document.body.appendChild(document.createElement('p'));
  beside.textContent = 'Beside';
  mark(beside);
  clickWith('mouse', screen.getByText('Question'));
  expect(onFlip).toHaveBeenCalledTimes(1);
  beside.remove();
});
