import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { FormField } from '../fields.tsx';
import { FormDialog } from './form-dialog.tsx';

function Example({ onClose }: { onClose: () => void }) {
  const [title, setTitle] = useState('Rivers');
  return (
    <FormDialog title="Edit" busy={false} save="Save" onSubmit={() => {}} onClose={onClose}>
      <FormField label="Title" value={title} onChange={({ target }) => setTitle(target.value)} />
    </FormDialog>
  );
}

const onClose = vi.fn();
beforeEach(() => {
  onClose.mockClear();
  render(<Example onClose={onClose} />);
});
const title = () => screen.getByLabelText<HTMLInputElement>('Title');
const clickBeside = () => userEvent.click(document.querySelector('.MuiDialog-container')!);

it('a click beside the form or Escape keeps what was typed', async () => {
  await userEvent.type(title(), ' of Kenya');
  await clickBeside();
  await userEvent.keyboard('{Escape}');
  expect(onClose).not.toHaveBeenCalled();
  expect(title().value).toBe('Rivers of Kenya');
});

it('a title that was emptied is a change, too: Escape keeps the form', async () => {
  await userEvent.clear(title());
  await userEvent.keyboard('{Escape}');
  expect(onClose).not.toHaveBeenCalled();
});

it('text in the field that has the focus from the start is kept', async () => {
  cleanup();
  render(
    <FormDialog title="Add" busy={false} save="Save" onSubmit={() => {}} onClose={onClose}>
      <FormField label="Title" autoFocus defaultValue="" />
    </FormDialog>,
  );
  await userEvent.keyboard('Rivers{Escape}');
  await clickBeside();
  expect(title().value).toBe('Rivers');
  expect(onClose).not.toHaveBeenCalled();
});

it('Cancel closes a form with text in it', async () => {
  await userEvent.type(title(), ' of Kenya');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onClose).toHaveBeenCalledTimes(1);
});

it('a form in which nothing was typed closes by Escape and by a click beside it', async () => {
  await userEvent.click(title());
  await userEvent.keyboard('{Escape}');
  await clickBeside();
  expect(onClose).toHaveBeenCalledTimes(2);
});

it('a form whose text is as it was closes by Escape', async () => {
  await userEvent.type(title(), 's{Backspace}');
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(1);
});
