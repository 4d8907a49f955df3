import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import { Suspense, type ReactNode } from 'react';
import { meterFill } from '../../theme/tokens.ts';

const line = { position: 'fixed', top: 0, left: 0, right: 0, zIndex: 1400, height: 3, bgcolor: meterFill };

/** A dialog that opens. Until its code is there, a line at the top of the window says so at once. */
export const Opening = ({ children }: { children: ReactNode }) => (
  <Suspense fallback={<Box role="progressbar" aria-label={t`Opening…`} sx={line} />}>{children}</Suspense>
);
