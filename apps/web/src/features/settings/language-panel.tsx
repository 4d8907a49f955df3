import { t } from '@lingui/core/macro';
import { chooseLanguageOfAccount, languageNotKept } from '../../shared/auth/account-language.ts';
import { useAuth } from '../../shared/auth/auth-context.tsx';
import { languageNames, languages, useShownLanguage } from '../../shared/i18n/i18n.ts';
import { SelectField } from '../../shared/ui/fields.tsx';
import { Panel } from '../../shared/ui/page/page.tsx';
import { useNotify } from '../../shared/ui/states/snackbars.tsx';

const choices = languages.map((value) => ({ value, label: languageNames[value] }));

export function LanguagePanel() {
  const language = useShownLanguage();
  const { api } = useAuth();
  const notify = useNotify();
  const choose = async (value: string) => {
    const next = languages.find((each) => each === value) ?? 'en';
    try {
      await chooseLanguageOfAccount(api, next);
      notify(t`Your language is saved.`);
    } catch {
      notify(languageNotKept(), 'warning');
    }
  };
  return (
    <Panel title={t`Language`}>
      <SelectField
        label={t`Language`}
        choices={choices}
        value={language}
        helperText={t`Of the screens, of error messages and of emails.`}
        onChange={(event) => void choose(event.target.value)}
      />
    </Panel>
  );
}
