import { t } from '@lingui/core/macro';
import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { dateLabel, numberLabel } from '../format/format.ts';
import { localStore } from '../browser/storage.ts';
import { chosenLanguage, chooseLanguage } from './chosen-language.ts';
import { i18n, showLanguage } from './i18n.ts';
import { inShownLanguage } from './in-shown-language.tsx';

const greeting = { id: 'pg-language', message: 'A text of this test' };
i18n.load('sw', { [greeting.id]: ['Maandishi ya jaribio hili'] });

afterEach(() => showLanguage('en'));

const browserWants = (...languages: string[]) =>
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);

it('the chosen language is the first language of the browser that the client has', () => {
  browserWants('fr-FR', 'sw-TZ', 'en-GB');
  expect(chosenLanguage()).toBe('sw');
});

it('the chosen language is English for a browser that wants neither language', () => {
  browserWants('fr-FR', 'de');
  expect(chosenLanguage()).toBe('en');
});

it('the chosen language prefers the choice of the visitor to the languages of the browser', async () => {
  browserWants('sw');
  await chooseLanguage('en');
  expect(chosenLanguage()).toBe('en');
});

it('the chosen language is the one of the browser when the stored choice is no language', () => {
  localStore.setItem('kumbuka.language', 'tlh');
  browserWants('sw');
  expect(chosenLanguage()).toBe('sw');
});

it('a choice changes the page that is open, its language for screen readers, its dates and numbers', async () => {
  const Greeting = inShownLanguage(() => <p>{i18n._(greeting)}</p>);
  render(<Greeting />);
  expect(screen.getByText('A text of this test')).toBeTruthy();
  await act(() => chooseLanguage('sw'));
  expect(screen.getByText('Maandishi ya jaribio hili')).toBeTruthy();
  expect(document.documentElement.lang).toBe('sw');
  expect(dateLabel('2026-12-22T09:00:00Z', new Date('2026-11-25'))).toBe('22 Desemba');
  expect(numberLabel(1234)).toBe('1,234');
});

it('a message without a translation is English, with its values', async () => {
  const left = 3;
  await showLanguage('sw');
  expect(t`Still only English for ${left} tests`).toBe('Still only English for 3 tests');
});

it('in Kiswahili the name of the Study page is no command, and the button is one', async () => {
  await showLanguage('sw');
  expect([t({ message: 'Study', context: 'page' }), t`Study`]).toEqual(['Kusoma', 'Soma']);
});
