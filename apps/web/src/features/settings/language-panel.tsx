import { t } from '@lingui/core/macro';
import { chooseLanguageOfAccount } from '../../shared/auth/account-language.ts';
import { useAuth } from '../../shared/auth/auth-context.tsx';
import { languageNames, languages, useShownLanguage } from '../../shared/i18n/i18n.ts';
import { ChoicePanel } from './choice-panel.tsx';

const choices = languages.map((value) => ({ value, label: languageNames[value], lang: value }));

export function LanguagePanel() {
  const { api } = useAuth();
  return (
    <ChoicePanel
      title={t`Language`}
      label={t`Language`}
      hint={t`For screens, error messages and emails.`}
      choices={choices}
      value={useShownLanguage()}
      choose={(language) => chooseLanguageOfAccount(api, language)}
      savedText={() => t`Your language is saved.`}
    />
  );
}
