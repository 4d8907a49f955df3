import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';

/** Says, beside numbers that fell back to zero, that they are no answer, and offers another try. */
export const NotLoaded = ({ onRetry }: { onRetry: () => void }) => (
  <Box
    role="status"
    sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, color: 'meaning.poor' }}
  >
    <span>{t`Could not be loaded`}</span>
    <Button variant="text" size="small" onClick={onRetry}>
      {t`Try again`}
    </Button>
  </Box>
);
