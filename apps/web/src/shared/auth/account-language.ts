import { t } from '@lingui/core/macro';
import { chooseLanguage } from '../i18n/chosen-language.ts';
import { takeVisitorsChoice } from '../i18n/language-cookie.ts';
import { shownLanguage, type Language } from '../i18n/i18n.ts';
import type { AuthApi, Viewer } from './auth-api.ts';

const names = { en: 'EN', sw: 'SW' } as const;
const languages = { EN: 'en', SW: 'sw' } as const;

/** Shows a language and saves it in the account. Rejects when that fails. */
export async function chooseLanguageOfAccount(api: AuthApi, language: Language): Promise<void> {
  await chooseLanguage(language);
  await api.changeLanguage(names[language]);
}

/** Message of a language or theme that was not saved in the account. */
export const choiceNotKept = () => t`Your choice is saved only in this browser. Choose again in a moment.`;

/** Shows the account's language; an account without one gets the visitor's choice. */
export function followLanguage(api: AuthApi, { language }: Pick<Viewer, 'language'>) {
  const isOfVisitor = takeVisitorsChoice();
  if (language) chooseLanguage(languages[language]).catch(() => {});
  else if (isOfVisitor) api.changeLanguage(names[shownLanguage()]).catch(() => {});
}
