import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { languageNames, languages, useShownLanguage, type Language } from '../../i18n/i18n.ts';

/** The language after the shown one. */
export function useOtherLanguage(): Language {
  const shown = useShownLanguage();
  return languages.find((each) => each !== shown) ?? 'en';
}

/** The name of a language, in that language. */
export const LanguageName = ({ language }: { language: Language }): ReactNode => (
  <span lang={language}>{languageNames[language]}</span>
);

/** Switches to the other language; its label is the name of that language. */
export function LanguageSwitch({ onChoose }: { onChoose: (language: Language) => void }) {
  const other = useOtherLanguage();
  return (
    <Button
      variant="text"
      color="inherit"
      data-choose-language={other}
      onClick={() => onChoose(other)}
      sx={{ px: 1.25 }}
    >
      <LanguageName language={other} />
    </Button>
  );
}
