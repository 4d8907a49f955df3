import { setupI18n, type Messages } from '@lingui/core';
import { useSyncExternalStore } from 'react';

export const languages = ['en', 'sw'] as const;
/** Language of all texts. English is in the code itself; others are loaded. */
export type Language = (typeof languages)[number];

export const i18n = setupI18n({ locale: 'en', messages: { en: {}, sw: {} } });

/** Each in its own language. */
export const languageNames: Record<Language, string> = { en: 'English', sw: 'Kiswahili' };

const locales: Record<Language, string> = { en: 'en-GB', sw: 'sw-KE' };
export const isLanguage = (value: unknown): value is Language => languages.some((each) => each === value);
export const shownLanguage = (): Language => (isLanguage(i18n.locale) ? i18n.locale : 'en');
/** Locale of `Intl` for the shown language. */
export const intlLocale = () => locales[shownLanguage()];

const catalogues = import.meta.glob<{ messages: Messages }>('../../locales/sw/*.po');
/** Areas in use by this page: folders of features, and what all pages share. */
const areas = new Set(['shared']);
const loaded = new Set<string>();

async function load(area: string) {
  const catalogue = catalogues[`../../locales/sw/${area}.po`];
  if (!catalogue || loaded.has(area)) return;
  const { messages } = await catalogue();
  loaded.add(area);
  i18n.load('sw', messages);
}

/** Loads the messages of one feature, unless they are in the code. On failure its texts are English. */
async function loadMessages(area: string): Promise<void> {
  areas.add(area);
  if (shownLanguage() !== 'en') await load(area).catch(() => {});
}

/** A lazy module of a feature, together with its messages. */
export async function withMessages<Module>(area: string, module: Promise<Module>): Promise<Module> {
  const [loadedModule] = await Promise.all([module, loadMessages(area)]);
  return loadedModule;
}

/** Loads the messages of the areas in use. Rejects when they could not be loaded. */
async function loadUsed(language: Language): Promise<void> {
  if (language !== 'en') await Promise.all([...areas].map(load));
}

/** Activates a language for prerendering, without a page. Rejects when its messages could not be loaded. */
export async function activateLanguage(language: Language): Promise<void> {
  await loadUsed(language);
  i18n.activate(language);
}

/** Shows a language on this page. Rejects when its messages could not be loaded. */
export async function showLanguage(language: Language): Promise<void> {
  await loadUsed(language);
  document.documentElement.lang = language;
  i18n.activate(language);
}

/** Calls back after each change of the language. Returns a function that stops it. */
export const onShown = (callback: () => void) => i18n.on('change', callback);
export const useShownLanguage = (): Language => useSyncExternalStore(onShown, shownLanguage, shownLanguage);
