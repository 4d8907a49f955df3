import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
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

/** Button of one theme, which its icon and label show. */
function ThemeButton({ theme, onChoose }: { theme: Theme; onChoose?: (theme: Theme) => void }) {
  const { holder, hint } = useHint(labels()[theme]);
  const Icon = icons[theme];
  return (
    <IconButton
      aria-label={labels()[theme]}
      data-choose-theme={theme}
      onClick={onChoose && (() => onChoose(theme))}
      {...holder}
    >
      <Icon />
      {hint}
    </IconButton>
  );
}

/** Switches to the next theme. The next sign-in saves the choice if the account has none. */
export function ThemeToggle() {
  const next = after(useChosenTheme());
  return <ThemeButton key={next} theme={next} onChoose={chooseThemeAsVisitor} />;
}

/** All states of the button; the script of the page shows the one of the chosen theme. */
export const BuiltThemeToggle = () =>
  themes.map((theme) => (
    <Box key={theme} data-theme-now={theme} hidden={theme !== 'dark'}>
      <ThemeButton theme={after(theme)} />
    </Box>
  ));
