import { localStore } from '../browser/storage.ts';
import { isLanguage, shownLanguage, showLanguage, type Language } from './i18n.ts';
import { keepLanguage, keepLanguageAsVisitor, languageKey } from './language-cookie.ts';

/** The chosen language, else the first one of the browser that the client has, else English. */
export function chosenLanguage(): Language {
  const stored = localStore.getItem(languageKey);
  if (isLanguage(stored)) return stored;
  return navigator.languages.map((each) => each.split('-')[0]).find(isLanguage) ?? 'en';
}

/** Shows the chosen language and follows a choice in another tab. English stays when the messages cannot be loaded. */
export async function startLanguage(): Promise<void> {
  const follow = () => showLanguage(chosenLanguage()).catch(() => {});
  window.addEventListener(
    'storage',
    (event) => void ((event.key === languageKey || event.key === null) && follow()),
  );
  await follow();
}

/** Shows a language and keeps it in the browser. Rejects, and keeps nothing, when its messages could not be loaded. */
export async function chooseLanguage(language: Language): Promise<void> {
  if (language !== shownLanguage()) await showLanguage(language);
  keepLanguage(language);
}

/** Shows and remembers the choice of a visitor, for the account of the next sign-in. */
export async function chooseLanguageAsVisitor(language: Language): Promise<void> {
  await chooseLanguage(language);
  keepLanguageAsVisitor(language);
}
