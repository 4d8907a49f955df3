import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { content } from '../../shared/theme/tokens.ts';
import { useBottomBar } from '../../shared/ui/bottom-bar.ts';
import { canStart, maxDecks, pickHint } from './selection.ts';

interface StartBarProps {
  picked: readonly string[];
  busy: boolean;
  onStart: () => void;
}

export function StartBar({ picked, busy, onStart }: StartBarProps) {
  const bar = useBottomBar();
  return (
    <Box
      ref={bar}
      sx={{
        position: 'fixed',
        insetInline: 0,
        bottom: 0,
        zIndex: 1100,
        bgcolor: 'surface.nav',
        borderTop: '1px solid',
        borderColor: 'divider',
        pb: 'env(safe-area-inset-bottom)',
      }}
    >
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          justifyContent: 'space-between',
          columnGap: 2,
          rowGap: 1,
          minHeight: 80,
          py: 1,
          maxWidth: content.page + 64,
          mx: 'auto',
          px: { xs: 2, sm: 3, md: 4 },
        }}
      >
        <Box role="status">
          <Typography sx={{ fontWeight: 600 }}>{t`Selected ${picked.length}/${maxDecks}`}</Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {pickHint(picked)}
          </Typography>
        </Box>
        <Button variant="contained" size="large" disabled={!canStart(picked) || busy} onClick={onStart}>
          {busy ? t`Setting up…` : t`Start learning`}
        </Button>
      </Box>
    </Box>
  );
}
