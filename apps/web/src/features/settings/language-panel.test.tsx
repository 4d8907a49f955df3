import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { showLanguage } from '../../shared/i18n/i18n.ts';
import { localStore } from '../../shared/browser/storage.ts';
import { anAuthApi, renderScreen } from '../../test/render-screen.tsx';
import { LanguagePanel } from './language-panel.tsx';

afterEach(async () => {
  localStore.clear();
  await showLanguage('en');
});

it('the language panel names each language in that language, saves the chosen one in the account and shows it', async () => {
  const changeLanguage = vi.fn(async () => {});
  renderScreen({ screen: <LanguagePanel />, api: anAuthApi({ changeLanguage }) });
  const names = await screen.findAllByRole('option');
  expect(names.map(({ lang, textContent }) => [lang, textContent])).toEqual([
    ['en', 'English'],
    ['sw', 'Kiswahili'],
  ]);
  await userEvent.selectOptions(screen.getByRole('combobox'), 'Kiswahili');
  await vi.waitFor(() => expect(changeLanguage.mock.calls).toEqual([['SW']]));
  expect(document.documentElement.lang).toBe('sw');
  expect(screen.getByRole<HTMLSelectElement>('combobox').value).toBe('sw');
});

it('the language panel shows the chosen language, and mentions no other devices when the account cannot be reached', async () => {
  const changeLanguage = async () => {
    throw new Error('No response.');
  };
  renderScreen({ screen: <LanguagePanel />, api: anAuthApi({ changeLanguage }) });
  await userEvent.selectOptions(await screen.findByRole('combobox'), 'Kiswahili');
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(document.documentElement.lang).toBe('sw');
});
