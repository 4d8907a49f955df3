import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { Bar } from '../figures/bar.tsx';
import { MainArea } from './main-area.tsx';
import { BrandLink } from './public-bar.tsx';
import { wholeWindow } from '../../theme/tokens.ts';

/** Keeps the place of the button that opens the navigation. */
const DrawerPlace = () => (
  <Box sx={{ display: { xs: 'block', md: 'none' }, width: 44, height: 44, ml: -1.25 }} />
);

/** A signed-in page as the build renders it, to be shown before the client is there. */
export function ShellPage({ children }: { children: ReactNode }) {
  return (
    <Box sx={{ ...wholeWindow, display: 'flex', flexDirection: 'column' }}>
      <Bar gap={1}>
        <DrawerPlace />
        <BrandLink to="/dashboard" />
      </Bar>
      <MainArea>{children}</MainArea>
    </Box>
  );
}
