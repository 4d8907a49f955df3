import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fill } from '../../../test/fill.ts';
import { expect, it, vi } from 'vitest';
import { DeckDialog } from './deck-dialog.tsx';
import { difficultyLabel } from './deck-rules.ts';

function open(onSave = vi.fn(async () => {})) {
  render(<DeckDialog onSave={onSave} onClose={() => {}} />);
  return onSave;
}
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Create Deck' }));
const unfold = () =>
  userEvent.click(screen.getByRole('button', { name: 'Description, subject, category and level' }));
function fillDeck(title: string) {
  fill('Title', title);
  fill('Description', 'Sources and mouths');
  fill('Subject', 'Geography');
  fill('Category', 'Kenya');
}

it('the deck dialog refuses emptied fields with their texts, and unfolds the folded ones', async () => {
  const onSave = open();
  fill('Title', 'Rivers');
  fill('Category', '');
  await submit();
  expect(screen.getByRole('alert').textContent).toBe('Please fill in all required fields.');
  expect(screen.getByText('Category is required')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Description, subject/ })).toBeNull();
  fill('Title', '');
  await submit();
  expect(screen.getByText('Title is required')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('Title'));
  expect(onSave).not.toHaveBeenCalled();
});

it('the deck dialog has a sentence of its own for a blank title', async () => {
  const onSave = open();
  fillDeck('   ');
  await submit();
  expect(screen.getByRole('alert').textContent).toBe('Deck title is required');
  expect(onSave).not.toHaveBeenCalled();
});

it('the deck dialog starts at difficulty 3 and saves the values unchanged', async () => {
  const onSave = open();
  fillDeck('Rivers');
  await submit();
  const deck = {
    title: 'Rivers',
    description: 'Sources and mouths',
    subject: 'Geography',
    category: 'Kenya',
    difficulty: 3,
    frontLanguage: null,
    backLanguage: null,
  };
  expect(onSave).toHaveBeenCalledWith(deck, undefined);
});

it('the deck dialog removes a NUL that was pasted, instead of causing a validation error', async () => {
  const onSave = vi.fn(async (_input: { title: string }) => {});
  render(<DeckDialog onSave={onSave} onClose={() => {}} />);
  fillDeck('Riv\0ers');
  await submit();
  expect(onSave.mock.lastCall?.[0].title).toBe('Riv ers');
});

it('the deck dialog stays open with the sentence when saving fails', async () => {
  open(vi.fn(() => Promise.reject(new TypeError('Failed to fetch'))));
  fillDeck('Rivers');
  await submit();
  expect((await screen.findByRole('alert')).textContent).toBe('An error occurred while saving the deck.');
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Rivers');
});

it('the deck dialog suggests the subjects and categories of the learner’s decks', () => {
  const suggestions = { subjects: ['Biology', 'Geography'], categories: ['Kenya'] };
  render(<DeckDialog suggestions={suggestions} onSave={vi.fn(async () => {})} onClose={() => {}} />);
  const suggested = (label: string) => {
    const { list } = screen.getByLabelText<HTMLInputElement>(label);
    return [...(list?.options ?? [])].map(({ value }) => value);
  };
  expect(suggested('Subject')).toEqual(['Biology', 'Geography']);
  expect(suggested('Category')).toEqual(['Kenya']);
});

it('a deck can be created with a title alone: the rest comes from the title and the learner’s other decks (D19)', async () => {
  const onSave = vi.fn(async () => {});
  const suggestions = { subjects: ['Geography'], categories: ['Kenya', 'Form 2'] };
  render(<DeckDialog suggestions={suggestions} onSave={onSave} onClose={() => {}} />);
  await submit();
  expect(screen.getByText('Title is required')).toBeTruthy();
  fill('Title', 'Rivers');
  await submit();
  expect(onSave).toHaveBeenCalledExactlyOnceWith(
    {
      title: 'Rivers',
      description: 'Rivers',
      subject: 'Geography',
      category: 'General',
      difficulty: 3,
      frontLanguage: null,
      backLanguage: null,
    },
    undefined,
  );
});

it('a description of one’s own stays when the title changes', async () => {
  const onSave = open();
  await unfold();
  fillDeck('Rivers');
  fill('Title', 'Lakes');
  await submit();
  expect(onSave).toHaveBeenCalledWith(
    expect.objectContaining({ title: 'Lakes', description: 'Sources and mouths' }),
    undefined,
  );
});

it('the deck dialog labels the levels of difficulty', () => {
  expect([1, 2, 3, 4, 5].map(difficultyLabel)).toEqual([
    '1 Beginner',
    'Level 2',
    'Level 3',
    'Level 4',
    '5 Expert',
  ]);
});
