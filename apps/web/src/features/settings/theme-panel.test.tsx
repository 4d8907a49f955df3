import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { anAuthApi, renderScreen } from '../../test/render-screen.tsx';
import { localStore } from '../../shared/browser/storage.ts';
import { ThemePanel } from './theme-panel.tsx';

afterEach(() => localStore.clear());

it('the theme panel saves the chosen theme in the account and says so', async () => {
  const changeTheme = vi.fn(async () => {});
  renderScreen({ screen: <ThemePanel />, api: anAuthApi({ changeTheme }) });
  await userEvent.selectOptions(await screen.findByLabelText('Theme'), 'Light');
  expect(changeTheme.mock.calls).toEqual([['LIGHT']]);
  expect(await screen.findByText('Your theme is saved.')).toBeTruthy();
});

it('the theme panel shows the chosen theme, and mentions no other devices when the account cannot be reached', async () => {
  const changeTheme = async () => {
    throw new Error('No response.');
  };
  renderScreen({ screen: <ThemePanel />, api: anAuthApi({ changeTheme }) });
  await userEvent.selectOptions(await screen.findByLabelText('Theme'), 'Light');
  expect(await screen.findByText(/^Your choice is saved only in this browser/)).toBeTruthy();
  expect(screen.getByLabelText<HTMLSelectElement>('Theme').value).toBe('light');
  expect(screen.queryByText('Your theme is saved.')).toBeNull();
});
