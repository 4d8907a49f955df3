import { afterEach, expect, it, vi } from 'vitest';
import { anAuthApi } from '../../test/render-screen.tsx';
import { chooseLanguage, chooseLanguageAsVisitor } from '../i18n/chosen-language.ts';
import { shownLanguage, showLanguage } from '../i18n/i18n.ts';
import { localStore, sessionStore } from '../browser/storage.ts';
import { chooseLanguageOfAccount, followLanguage } from './account-language.ts';

afterEach(async () => {
  localStore.clear();
  sessionStore.clear();
  await showLanguage('en');
});

it('a sign-in on another device shows the language of the account', async () => {
  followLanguage(anAuthApi(), { language: 'SW' });
  await vi.waitFor(() => expect(shownLanguage()).toBe('sw'));
});

it('the language that a visitor chose is saved in the account of the next sign-in', async () => {
  const changeLanguage = vi.fn(async () => {});
  await chooseLanguageAsVisitor('sw');
  followLanguage(anAuthApi({ changeLanguage }), { language: null });
  expect(changeLanguage.mock.calls).toEqual([['SW']]);
  expect(shownLanguage()).toBe('sw');
});

it('the language of one person is not saved in the account of the next person at the same computer', async () => {
  const changeLanguage = vi.fn(async () => {});
  await chooseLanguage('sw');
  followLanguage(anAuthApi({ changeLanguage }), { language: null });
  expect(changeLanguage).not.toHaveBeenCalled();
});

it('a language that could not be saved in the account is shown, and the failure is reported', async () => {
  const changeLanguage = () => Promise.reject(new TypeError('Failed to fetch'));
  await expect(chooseLanguageOfAccount(anAuthApi({ changeLanguage }), 'sw')).rejects.toThrow(
    'Failed to fetch',
  );
  expect(shownLanguage()).toBe('sw');
});
