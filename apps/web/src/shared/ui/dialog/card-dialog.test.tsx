import { render, screen, waitFor } from '@testing-library/react';
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

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

it('a mark makes the card a formatted one, shows what will be seen and is saved with its format', async () => {
  const onSave = vi.fn(async () => {});
  render(<CardDialog onSave={onSave} onClose={() => {}} />);
  fill('Question', 'Tana');
  expect(screen.queryByRole('region', { name: 'Preview' })).toBeNull();
  const field = screen.getByLabelText<HTMLTextAreaElement>('Question');
  field.focus();
  field.setSelectionRange(0, 4);
  await press('Bold');
  expect(field.value).toBe('**Tana**');
  await waitFor(() => expect(document.querySelector('[data-preview] strong')?.textContent).toBe('Tana'));
  fill('Answer', 'a river');
  await press('Add Flashcard');
  const sides = { frontText: '**Tana**', backText: 'a river', format: 'RICH' };
  expect(onSave).toHaveBeenCalledWith(sides, { isFollowed: false });
});

it('a gap makes a card with gaps, whose preview hides the word and needs no second field', async () => {
  const onSave = vi.fn(async () => {});
  render(<CardDialog onSave={onSave} onClose={() => {}} />);
  fill('Question', 'Nairobi is in Kenya');
  const field = screen.getByLabelText<HTMLTextAreaElement>('Question');
  field.setSelectionRange(0, 7);
  await press('Gap');
  expect(screen.getByRole('region', { name: 'Preview' }).textContent).toContain('[...] is in Kenya');
  await waitFor(() => expect(document.querySelector('[data-preview] mark')?.textContent).toBe('Nairobi'));
  await press('Add Flashcard');
  const fields = { frontText: '{{c1::Nairobi}} is in Kenya', backText: '' };
  expect(onSave).toHaveBeenCalledWith({ ...fields, kind: 'cloze' }, { isFollowed: false });
});

it('a text without a gap is refused with the reason', async () => {
  const onSave = vi.fn(async () => {});
  render(<CardDialog onSave={onSave} onClose={() => {}} />);
  fill('Question', 'Nairobi');
  await userEvent.selectOptions(screen.getByLabelText('Kind of card'), 'cloze');
  await press('Add Flashcard');
  expect(screen.getByRole('alert').textContent).toBe('Mark at least one gap, such as {{c1::word}}.');
  expect(onSave).not.toHaveBeenCalled();
});

it('the fields have the languages that the deck names', () => {
  const languages = { front: 'fr', back: 'sw' };
  render(<CardDialog onSave={vi.fn()} onClose={() => {}} languages={languages} />);
  expect(['Question', 'Answer'].map((label) => screen.getByLabelText(label).lang)).toEqual(['fr', 'sw']);
});

it('a picture alone on a side without a description is not reported as too long', async () => {
  const onSave = await save('Which colour?', `![](/media/${'a'.repeat(32)}-8x8.webp)`);
  expect(screen.getByRole('alert').textContent).toBe('Describe the picture between the square brackets');
  expect(onSave).not.toHaveBeenCalled();
});
