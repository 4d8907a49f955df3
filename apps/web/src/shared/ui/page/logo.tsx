import Box from '@mui/material/Box';
import { brand, ink } from '../../theme/tokens.ts';

/** The mark: a forgetting curve that is lifted again and again, each time falling more slowly. */
export function Logo({ size = 32 }: { size?: number }) {
  return (
    <Box
      component="svg"
      viewBox="0 0 32 32"
      aria-hidden
      sx={{ width: size, height: size, flexShrink: 0, display: 'block' }}
    >
      <rect width="32" height="32" rx="9" fill={brand.primary} />
      <path
        d="M8 9c.5 6.5 1.8 10.3 4.3 12V10c.8 5.6 2.5 8.6 5.2 9.600V11c1.3 4.5 3.7 7 7.5 8"
        fill="none"
        stroke={ink.onPrimary}
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </Box>
  );
}
