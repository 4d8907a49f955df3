import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import { hidden } from '../hidden.ts';
import { FlagIcon } from '../icons.tsx';

/** Mark of a card that the learner flagged. */
export function FlagMark() {
  return (
    <Box component="span" sx={{ position: 'relative', display: 'inline-flex', color: 'meaning.link' }}>
      <FlagIcon size={18} aria-hidden />
      <Box component="span" sx={hidden}>
        {t`Flagged`}
      </Box>
    </Box>
  );
}
