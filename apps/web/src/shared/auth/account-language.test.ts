import { afterEach, expect, it, vi } from 'vitest';
import { anAuthApi } from '../../test/render-screen.tsx';
import { chooseLanguage, chooseLanguageAsVisitor } from '../i18n/chosen-language.ts';
import { shownLanguage, showLanguage } from '../i18n/i18n.ts';
import { localStore, sessionStore } from '../lib/storage.ts';
import { chooseLanguageOfAccount, followLanguage } from './account-language.ts';

afterEach(async () => {
  localStore.clear();
  sessionStore.clear();
  await showLanguage('en');
});

it('the account language shows the language of the account after a sign-in on another device', async () => {
  followLanguage(anAuthApi(), { language: 'SW' });
  await vi.waitFor(() => expect(shownLanguage()).toBe('sw'));
});

it('the account language keeps the choice of a visitor with the account of the sign-in that follows', async () => {
  const changeLanguage = vi.fn(async () => {});
  await chooseLanguageAsVisitor('sw');
  followLanguage(anAuthApi({ changeLanguage }), { language: null });
  expect(changeLanguage.mock.calls).toEqual([['SW']]);
  expect(shownLanguage()).toBe('sw');
});

it('the account language does not give the language of one person to the account of the next at the same computer', async () => {
  const changeLanguage = vi.fn(async () => {});
  await chooseLanguage('sw');
  followLanguage(anAuthApi({ changeLanguage }), { language: null });
  expect(changeLanguage).not.toHaveBeenCalled();
});

it('a choice that was not saved in the account is shown, and reported', async () => {
  const changeLanguage = () => Promise.reject(new TypeError('Failed to fetch'));
  await expect(chooseLanguageOfAccount(anAuthApi({ changeLanguage }), 'sw')).rejects.toThrow(
    'Failed to fetch',
  );
  expect(shownLanguage()).toBe('sw');
});
