import { localStore } from '../browser/storage.ts';
import { createVisitorsChoice } from '../browser/visitors-choice.ts';
import type { Language } from './i18n.ts';

/** Key of the chosen language in this browser. */
export const languageKey = 'kumbuka.language';
const yearS = 365 * 86_400;

/** Keeps the chosen language in this browser, and in a cookie for the server, which sends the pages in it. */
export function keepLanguage(language: Language): void {
  localStore.setItem(languageKey, language);
  document.cookie = `language=${language}; path=/; max-age=${yearS}; samesite=lax`;
}

const visitorsChoice = createVisitorsChoice('kumbuka.language-of-visitor');

/** Keeps the choice of a visitor, also for the account of the next sign-in. */
export function keepLanguageAsVisitor(language: Language): void {
  keepLanguage(language);
  visitorsChoice.note();
}

/** True once after a choice by a visitor. */
export const takeVisitorsChoice = visitorsChoice.take;
