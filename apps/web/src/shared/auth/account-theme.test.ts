import { afterEach, expect, it, vi } from 'vitest';
import { anAuthApi } from '../../test/render-screen.tsx';
import { localStore, sessionStore } from '../browser/storage.ts';
import { chooseTheme, chosenTheme } from '../theme/chosen-theme.ts';
import { chooseThemeAsVisitor, followTheme } from './account-theme.ts';

afterEach(() => {
  localStore.clear();
  sessionStore.clear();
});

it('a sign-in on another device shows the theme of the account', () => {
  followTheme(anAuthApi(), { theme: 'LIGHT' });
  expect(chosenTheme()).toBe('light');
});

it('the theme that a visitor chose is saved in the account of the next sign-in', () => {
  const changeTheme = vi.fn(async () => {});
  chooseThemeAsVisitor('light');
  followTheme(anAuthApi({ changeTheme }), { theme: null });
  expect(changeTheme.mock.calls).toEqual([['LIGHT']]);
  expect(chosenTheme()).toBe('light');
});

it('the theme of one person is not saved in the account of the next person at the same computer', () => {
  const changeTheme = vi.fn(async () => {});
  followTheme(anAuthApi(), { theme: 'LIGHT' });
  followTheme(anAuthApi({ changeTheme }), { theme: null });
  expect(changeTheme).not.toHaveBeenCalled();
});

it('the theme of the account replaces the choice of a visitor, which is not saved later either', () => {
  const changeTheme = vi.fn(async () => {});
  chooseThemeAsVisitor('light');
  followTheme(anAuthApi({ changeTheme }), { theme: 'DARK' });
  expect(chosenTheme()).toBe('dark');
  chooseTheme('light');
  followTheme(anAuthApi({ changeTheme }), { theme: null });
  expect(changeTheme).not.toHaveBeenCalled();
});

it('the theme is dark when the stored choice is no theme', () => {
  localStore.setItem('kumbuka.theme', 'sepia');
  expect(chosenTheme()).toBe('dark');
});
