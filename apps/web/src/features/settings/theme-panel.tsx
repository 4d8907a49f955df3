import { t } from '@lingui/core/macro';
import { chooseThemeOfAccount } from '../../shared/auth/account-theme.ts';
import { useAuth } from '../../shared/auth/auth-context.tsx';
import { useChosenTheme, type Theme } from '../../shared/theme/chosen-theme.ts';
import { ChoicePanel } from './choice-panel.tsx';

const choices = (): { value: Theme; label: string }[] => [
  { value: 'dark', label: t`Dark` },
  { value: 'light', label: t`Light` },
  { value: 'system', label: t`Same as this device` },
];

export function ThemePanel() {
  const { api } = useAuth();
  return (
    <ChoicePanel
      title={t`Appearance`}
      label={t`Theme`}
      hint={t`On all your devices.`}
      choices={choices()}
      value={useChosenTheme()}
      choose={(theme) => chooseThemeOfAccount(api, theme)}
      savedText={() => t`Your theme is saved.`}
    />
  );
}
