import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { themes, type Theme } from '../../theme/chosen-theme.ts';
import { MoonIcon, SunIcon, SystemIcon } from '../icons.tsx';
import { useHint } from '../use-hint.tsx';

const icons: Record<Theme, typeof MoonIcon> = { dark: MoonIcon, light: SunIcon, system: SystemIcon };
const labels = (): Record<Theme, string> => ({
  dark: t`Switch to the dark theme`,
  light: t`Switch to the light theme`,
  system: t`Switch to the theme of this device`,
});
export const themeAfter = (theme: Theme): Theme =>
  themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'dark';

/** Button of one theme, which its icon and label show. */
export function ThemeButton({ theme, onChoose }: { theme: Theme; onChoose?: (theme: Theme) => void }) {
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

/** All states of the button; the script of the page shows the one of the chosen theme. */
export const BuiltThemeToggle = () =>
  themes.map((theme) => (
    <Box key={theme} data-theme-now={theme} hidden={theme !== 'dark'}>
      <ThemeButton theme={themeAfter(theme)} />
    </Box>
  ));
