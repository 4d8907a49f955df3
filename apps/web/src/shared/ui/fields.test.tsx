import InputBase from '@mui/material/InputBase';
import TextField from '@mui/material/TextField';
import { ThemeProvider } from '@mui/material/styles';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { fill } from '../../test/fill.ts';
import { passTime } from '../../test/pass-time.ts';
import { theme } from '../theme/theme.ts';
import { CodeField, FormField, PasswordField } from './fields.tsx';
import { SearchField } from './search-field.tsx';

afterEach(() => vi.useRealTimers());

it('a field keeps room for a line of help, so that an error never pushes the form', () => {
  const { rerender, container } = render(<FormField label="Email" />);
  const helper = () => container.querySelector('p');
  expect(helper()).not.toBeNull();
  rerender(<FormField label="Email" helperText="Email is required" error />);
  expect(helper()?.textContent).toBe('Email is required');
});

it('a password field has one button that shows and hides the password', async () => {
  render(<PasswordField label="Password" defaultValue="mti wa mwembe" />);
  const field = screen.getByLabelText<HTMLInputElement>('Password');
  const eye = (pressed: boolean) => screen.getByRole('button', { name: 'Show password', pressed });
  expect(field.type).toBe('password');
  await userEvent.click(eye(false));
  expect(field.type).toBe('text');
  await userEvent.click(eye(true));
  expect(field.type).toBe('password');
});

it('a field lets no browser correct, capitalise or spell-check a shown password', async () => {
  render(<PasswordField label="Password" />);
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
  const field = screen.getByLabelText('Password');
  expect(field.getAttribute('spellcheck')).toBe('false');
  expect(field.getAttribute('autocapitalize')).toBe('none');
  expect(field.getAttribute('autocorrect')).toBe('off');
});

it('a field has hidden a shown password by the time its form is submitted', async () => {
  const types: string[] = [];
  render(
    <form
      onSubmit={(event) => {
        event.preventDefault();
        types.push(screen.getByLabelText<HTMLInputElement>('Password').type);
      }}
    >
      <PasswordField label="Password" defaultValue="mti wa mwembe" />
      <button type="submit">Send</button>
    </form>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(types).toEqual(['password']);
  expect(screen.getByRole('button', { name: 'Show password', pressed: false })).toBeTruthy();
});

it('a field takes a pasted code whole, with the blanks around it', async () => {
  render(<CodeField label="Code" />);
  const field = screen.getByLabelText<HTMLInputElement>('Code');
  field.focus();
  await userEvent.paste(' 123456 ');
  expect(field.value).toBe(' 123456 ');
  expect(field.autocomplete).toBe('one-time-code');
});

it('letters that are typed into a search while the page is busy with the earlier ones are kept', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const search = vi.fn();
  const at = (value: string) => <SearchField label="Search" value={value} onChange={search} />;
  const { rerender } = render(at(''));
  for (const text of ['b', 'bi']) {
    fill('Search', text);
    await passTime(250);
  }
  fill('Search', 'bio');
  for (const late of ['b', 'bi']) rerender(at(late));
  expect(screen.getByLabelText<HTMLInputElement>('Search').value).toBe('bio');
  await passTime(250);
  expect(search.mock.calls).toEqual([['b'], ['bi'], ['bio']]);
  rerender(at('bio'));
  rerender(at(''));
  expect(screen.getByLabelText<HTMLInputElement>('Search').value).toBe('');
});

it('a search is taken back when its text is deleted before the page has shown it', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const search = vi.fn();
  render(<SearchField label="Search" value="" onChange={search} />);
  for (const text of ['b', '']) {
    fill('Search', text);
    await passTime(250);
  }
  expect(search.mock.calls).toEqual([['b'], ['']]);
});

it.each([
  ['a form', () => <FormField label="Field" slotProps={{ htmlInput: { maxLength: 9 } }} />],
  ['several lines', () => <TextField label="Field" multiline />],
  ['a search', () => <SearchField label="Field" value="" onChange={() => {}} />],
  ['the palette', () => <InputBase slotProps={{ input: { 'aria-label': 'Field' } }} />],
])('an Arabic text that is typed into a field of %s runs from right to left', (_where, Field) => {
  render(
    <ThemeProvider theme={theme}>
      <Field />
    </ThemeProvider>,
  );
  expect(screen.getByLabelText('Field').getAttribute('dir')).toBe('auto');
});

const typedInto =
  /(?:<|component=")(?:input|textarea)\b(?![^>]*(?:type="(?:radio|checkbox|file|range)"|\bhidden\b))|contentEditable/;

it.each(['<input />', '<input\n  type="text" />', '<Box component="textarea" />', '<p contentEditable />'])(
  'the check finds the field %j, which does not set the direction of its text',
  (code) => expect(code).toMatch(typedInto),
);

it('a screen uses only fields of the theme, which set the direction of their text', () => {
  const source = join(import.meta.dirname, '../..');
  const found = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
    .filter((file) => typedInto.test(readFileSync(join(source, file), 'utf8')));
  expect(found).toEqual([]);
});
