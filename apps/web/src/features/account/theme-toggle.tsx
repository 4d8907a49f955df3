import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { MoonIcon } from '../../shared/ui/icons.tsx';

/** The dark theme is the only one on offer: the toggle is shown as pressed and writes nothing. */
export function ThemeToggle() {
  return (
    <Tooltip title="Dark theme is always on">
      <IconButton aria-label="Dark theme" aria-pressed aria-disabled>
        <MoonIcon />
      </IconButton>
    </Tooltip>
  );
}
