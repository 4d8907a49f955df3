import { afterEach, expect, it, vi } from 'vitest';
import { anAuthApi } from '../../test/render-screen.tsx';
import { localStore, sessionStore } from '../lib/storage.ts';
import { chooseTheme, chosenTheme } from '../theme/chosen-theme.ts';
import { chooseThemeAsVisitor, followTheme } from './account-theme.ts';

afterEach(() => {
  localStore.clear();
  sessionStore.clear();
});

it('the account theme shows the theme of the account after a sign-in on another device', () => {
  followTheme(anAuthApi(), { theme: 'LIGHT' });
  expect(chosenTheme()).toBe('light');
});

it('the account theme keeps the choice of a visitor with the account of the sign-in that follows', () => {
  const changeTheme = vi.fn(async () => {});
  chooseThemeAsVisitor('light');
  followTheme(anAuthApi({ changeTheme }), { theme: null });
  expect(changeTheme.mock.calls).toEqual([['LIGHT']]);
  expect(chosenTheme()).toBe('light');
});

it('the account theme does not give the theme of one person to the account of the next at the same computer', () => {
  const changeTheme = vi.fn(async () => {});
  followTheme(anAuthApi(), { theme: 'LIGHT' });
  followTheme(anAuthApi({ changeTheme }), { theme: null });
  expect(changeTheme).not.toHaveBeenCalled();
});

it('the account theme prefers the theme of the account to the choice of a visitor, once', () => {
  const changeTheme = vi.fn(async () => {});
  chooseThemeAsVisitor('light');
  followTheme(anAuthApi({ changeTheme }), { theme: 'DARK' });
  expect(chosenTheme()).toBe('dark');
  chooseTheme('light');
  followTheme(anAuthApi({ changeTheme }), { theme: null });
  expect(changeTheme).not.toHaveBeenCalled();
});

it('the account theme is dark when the stored choice is no theme', () => {
  localStore.setItem('kumbuka.theme', 'sepia');
  expect(chosenTheme()).toBe('dark');
});
