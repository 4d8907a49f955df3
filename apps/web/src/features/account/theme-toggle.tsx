import { t } from '@lingui/core/macro';
import IconButton from '@mui/material/IconButton';
import { chooseThemeAsVisitor } from '../../shared/auth/account-theme.ts';
import { themes, useChosenTheme, type Theme } from '../../shared/theme/chosen-theme.ts';
import { MoonIcon, SunIcon, SystemIcon } from '../../shared/ui/icons.tsx';
import { useHint } from '../../shared/ui/use-hint.tsx';

const icons: Record<Theme, typeof MoonIcon> = { dark: MoonIcon, light: SunIcon, system: SystemIcon };
const labels = (): Record<Theme, string> => ({
  dark: t`Switch to the dark theme`,
  light: t`Switch to the light theme`,
  system: t`Switch to the theme of this device`,
});
const after = (theme: Theme): Theme => themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'dark';

/** Switches to the next theme, which its icon and label show. The next sign-in saves the choice if the account has none. */
export function ThemeToggle() {
  const next = after(useChosenTheme());
  const { holder, hint } = useHint(labels()[next]);
  const Icon = icons[next];
  return (
    <IconButton aria-label={labels()[next]} onClick={() => chooseThemeAsVisitor(next)} {...holder}>
      <Icon />
      {hint}
    </IconButton>
  );
}
