import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { bar, content, offlineLine, belowBar } from '../../../../shared/theme/tokens.ts';

/** The part of the page below the bar. */
export function SessionArea({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        maxWidth: content.reading + 64,
        mx: 'auto',
        px: { xs: 2, sm: 3, md: 4 },
        pt: { xs: `${offlineLine}px`, md: 4 },
        pb: { xs: 1.5, md: 3 },
        display: 'flex',
        flexDirection: 'column',
        // The card takes the remaining height, so that no button is ever below the edge of the window.
        ...belowBar(bar.narrow),
        '@media (min-width: 900px)': belowBar(bar.wide),
        minHeight: '28.75rem',
      }}
    >
      {children}
    </Box>
  );
}

/** Header, progress, card and actions, one below the other. */
export function SessionColumn({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'flex',
        flexDirection: 'column',
        flex: 1,
        minHeight: 0,
        justifyContent: { md: 'center' },
      }}
    >
      {children}
    </Box>
  );
}
