import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { limits } from '@kumbuka/contracts/constants';
import { expect, it, vi } from 'vitest';
import { fill } from '../../../test/fill.ts';
import { CardDialog } from './card-dialog.tsx';

async function save(question: string, answer: string, onSave = vi.fn(async () => {})) {
  render(<CardDialog onSave={onSave} onClose={() => {}} />);
  fill('Question', question);
  fill('Answer', answer);
  await userEvent.click(screen.getByRole('button', { name: 'Add Flashcard' }));
  return onSave;
}

it('a card that is too long is not reported as missing required fields', async () => {
  const onSave = await save('Tana', 'x'.repeat(limits.cardSide + 1));
  expect(screen.getByRole('alert').textContent).toBe('Some fields are too long.');
  expect(onSave).not.toHaveBeenCalled();
});

it('a NUL that was pasted into a card becomes a blank, instead of causing a validation error of frontText', async () => {
  const onSave = await save('The Tana\0flows', 'East\u0001');
  const sides = { frontText: 'The Tana flows', backText: 'East ' };
  expect(onSave).toHaveBeenCalledWith(sides, { isFollowed: false });
});

it('a failed save moves the focus that its disabled button lost to the reason', async () => {
  await save(
    'Tana',
    'A river',
    vi.fn(async () => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      throw new TypeError('Failed to fetch');
    }),
  );
  const alert = await screen.findByText('Failed to add flashcard. Please try again.');
  expect(document.activeElement).toBe(alert.closest('[role=alert]'));
});

it('keyboards of phones neither correct nor capitalise what is typed into a card', () => {
  render(<CardDialog onSave={vi.fn()} onClose={() => {}} />);
  for (const label of ['Question', 'Answer']) {
    const field = screen.getByLabelText(label);
    const hints = ['autocapitalize', 'autocorrect', 'spellcheck'].map((name) => field.getAttribute(name));
    expect(hints).toEqual(['none', 'off', 'false']);
  }
});
