import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';

/** First element for the Tab key; it skips the bar. */
export function SkipLink() {
  return (
    <Box
      component="a"
      href="#main"
      onClick={(event) => {
        event.preventDefault();
        document.getElementById('main')?.focus();
      }}
      sx={{
        position: 'fixed',
        top: 8,
        left: 8,
        zIndex: 1400,
        px: 2,
        py: 1.25,
        borderRadius: '12px',
        bgcolor: 'surface.raised',
        color: 'meaning.link',
        fontWeight: 600,
        transform: 'translateY(-200%)',
        '&:focus': { transform: 'none' },
      }}
    >
      {t`Skip to content`}
    </Box>
  );
}
