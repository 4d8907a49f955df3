/** Expression for scripts in a page: the chosen language, else the page's own; `src/shared/i18n/chosen-language.ts` stores the choice. */
export const chosenLanguage = `(localStorage.getItem('kumbuka.language') ?? document.documentElement.lang)`;
