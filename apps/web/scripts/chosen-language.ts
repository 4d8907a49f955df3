/** Script in a page: its reader's chosen language, else its own; `src/shared/i18n/chosen-language.ts` stores the choice. */
export const chosenLanguage = `(localStorage.getItem('kumbuka.language') ?? document.documentElement.lang)`;
