import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { bar, content, lowWindow } from '../../theme/tokens.ts';

interface BarProps {
  gap: number;
  children: ReactNode;
}

/** The sticky bar on top of every page. Its line is a shadow, so that it is exactly as high as `bar` says. */
export function Bar({ gap, children }: BarProps) {
  return (
    <Box
      component="header"
      sx={{
        position: 'sticky',
        top: 0,
        [lowWindow]: { position: 'relative' },
        zIndex: 1100,
        bgcolor: 'surface.nav',
        boxShadow: 'inset 0 -1px var(--k-palette-divider)',
      }}
    >
      <Box
        component="nav"
        aria-label={t`Main`}
        sx={{
          display: 'flex',
          alignItems: 'center',
          // With large text the end of the bar goes to a second row.
          flexWrap: 'wrap',
          gap,
          minHeight: { xs: bar.narrow, md: bar.wide },
          maxWidth: content.page + 64,
          mx: 'auto',
          px: { xs: 2, sm: 3, md: 4 },
        }}
      >
        {children}
      </Box>
    </Box>
  );
}
