import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { CodeField, FormField, PasswordField } from './fields.tsx';

it('keeps room for a line of help, so that an error never pushes the form', () => {
  const { rerender, container } = render(<FormField label="Email" />);
  const helper = () => container.querySelector('p');
  expect(helper()).not.toBeNull();
  rerender(<FormField label="Email" helperText="Email is required" error />);
  expect(helper()?.textContent).toBe('Email is required');
});

it('shows and hides a password, and says which', async () => {
  render(<PasswordField label="Password" defaultValue="mti wa mwembe" />);
  const field = screen.getByLabelText<HTMLInputElement>('Password');
  expect(field.type).toBe('password');
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
  expect(field.type).toBe('text');
  await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(field.type).toBe('password');
});

it('takes a pasted code whole, with the blanks around it', async () => {
  render(<CodeField label="Code" />);
  const field = screen.getByLabelText<HTMLInputElement>('Code');
  field.focus();
  await userEvent.paste(' 123456 ');
  expect(field.value).toBe(' 123456 ');
  expect(field.autocomplete).toBe('one-time-code');
});
