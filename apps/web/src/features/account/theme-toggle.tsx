import IconButton from '@mui/material/IconButton';
import { MoonIcon } from '../../shared/ui/icons.tsx';
import { useHint } from '../../shared/ui/use-hint.tsx';

/** The dark theme is the only one on offer: the toggle is shown as pressed and writes nothing. */
export function ThemeToggle() {
  const { holder, hint } = useHint('Dark theme is always on');
  return (
    <IconButton aria-label="Dark theme" aria-pressed aria-disabled {...holder}>
      <MoonIcon />
      {hint}
    </IconButton>
  );
}
