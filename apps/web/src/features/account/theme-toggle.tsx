import { t } from '@lingui/core/macro';
import IconButton from '@mui/material/IconButton';
import { chooseThemeAsVisitor } from '../../shared/auth/account-theme.ts';
import { themes, useChosenTheme, type Theme } from '../../shared/theme/chosen-theme.ts';
import { MoonIcon, SunIcon, SystemIcon } from '../../shared/ui/icons.tsx';
import { useHint } from '../../shared/ui/use-hint.tsx';

const icons: Record<Theme, typeof MoonIcon> = { dark: MoonIcon, light: SunIcon, system: SystemIcon };
const labels = (): Record<Theme, string> => ({
  dark: t`Dark theme`,
  light: t`Light theme`,
  system: t`Theme as the device is set`,
});
const after = (theme: Theme): Theme => themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'dark';

/** Chooses the next theme in turn. A sign-in that follows keeps the choice with an account that has none. */
export function ThemeToggle() {
  const theme = useChosenTheme();
  const { holder, hint } = useHint(labels()[theme]);
  const Icon = icons[theme];
  return (
    <IconButton aria-label={labels()[theme]} onClick={() => chooseThemeAsVisitor(after(theme))} {...holder}>
      <Icon />
      {hint}
    </IconButton>
  );
}
