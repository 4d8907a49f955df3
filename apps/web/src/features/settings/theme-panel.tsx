import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { chooseThemeOfAccount } from '../../shared/auth/account-theme.ts';
import { useAuth } from '../../shared/auth/auth-context.tsx';
import { useChosenTheme, type Theme } from '../../shared/theme/chosen-theme.ts';
import { SelectField } from '../../shared/ui/fields.tsx';
import { Panel } from '../../shared/ui/page/page.tsx';
import { useNotify } from '../../shared/ui/states/snackbars.tsx';

const choices = (): { value: Theme; label: string }[] => [
  { value: 'dark', label: t`Dark` },
  { value: 'light', label: t`Light` },
  { value: 'system', label: t`As this device is set` },
];

export function ThemePanel() {
  const theme = useChosenTheme();
  const { api } = useAuth();
  const notify = useNotify();
  const [failed, setFailed] = useState(false);
  const choose = async (value: string) => {
    const next = choices().find((choice) => choice.value === value)?.value ?? 'dark';
    try {
      setFailed(false);
      await chooseThemeOfAccount(api, next);
      notify(t`Your theme is saved.`);
    } catch {
      setFailed(true);
    }
  };
  return (
    <Panel title={t`Appearance`}>
      <SelectField
        label={t`Theme`}
        choices={choices()}
        value={theme}
        error={failed}
        helperText={
          failed ? t`Only this browser knows your choice. Choose again in a moment.` : t`On all your devices.`
        }
        onChange={(event) => void choose(event.target.value)}
      />
    </Panel>
  );
}
