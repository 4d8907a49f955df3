import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { ConfirmDialog } from './confirm-dialog.tsx';

function open(busy = false) {
  const calls = { onCancel: vi.fn(), onConfirm: vi.fn() };
  render(<ConfirmDialog open title="Delete Deck" text="It cannot be undone." busy={busy} {...calls} />);
  return calls;
}

it('a confirmation has an accessible name and description', () => {
  open();
  const dialog = screen.getByRole('alertdialog', { name: 'Delete Deck' });
  expect(dialog.getAttribute('aria-describedby')).toBe(screen.getByText('It cannot be undone.').id);
});

it('a confirmation starts with the focus on Cancel, so that Enter destroys nothing', async () => {
  const { onCancel, onConfirm } = open();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }));
  await userEvent.keyboard('{Enter}');
  expect(onCancel).toHaveBeenCalledOnce();
  expect(onConfirm).not.toHaveBeenCalled();
});

it('a confirmation is cancelled by Escape', async () => {
  const { onCancel } = open();
  await userEvent.keyboard('{Escape}');
  expect(onCancel).toHaveBeenCalledOnce();
});

it('a confirmation confirms on its button, and only once at a time', async () => {
  const { onConfirm } = open();
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(onConfirm).toHaveBeenCalledOnce();
});

it('a confirmation cannot be confirmed again while it is busy', () => {
  open(true);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /Confirm/ }).disabled).toBe(true);
});

it('a confirmation stays while it is busy, so that a failure is not lost with it', async () => {
  const { onCancel } = open(true);
  await userEvent.keyboard('{Escape}');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Cancel' }).disabled).toBe(true);
  expect(onCancel).not.toHaveBeenCalled();
});
