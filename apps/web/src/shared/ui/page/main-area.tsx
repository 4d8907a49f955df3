import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** The main landmark. It takes focus after navigation without showing a ring of its own. */
export function MainArea({ children }: { children: ReactNode }) {
  return (
    <Box component="main" id="main" tabIndex={-1} sx={{ '&&': { outline: 'none' }, flex: 1, minWidth: 0 }}>
      {children}
    </Box>
  );
}
