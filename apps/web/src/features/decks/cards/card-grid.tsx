import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import type { ReactNode } from 'react';

const columns = {
  display: 'grid',
  gap: 2,
  // An opened card grows alone: its neighbour is stretched no further than the height of closed cards.
  alignItems: 'start',
  '& > *': { minHeight: 'min(100%, 16rem)' },
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
};

export function CardGrid({ children }: { children: ReactNode }) {
  return <Box sx={columns}>{children}</Box>;
}

/** The strip and the first cards of a deck while they load. */
export function DeckSkeleton() {
  return (
    <Box aria-hidden>
      <Skeleton variant="rounded" sx={{ borderRadius: '16px', height: { xs: 126, md: 76 }, mb: 2 }} />
      <Box sx={columns}>
        {Array.from({ length: 4 }, (_, index) => (
          <Skeleton key={index} variant="rounded" height={208} sx={{ borderRadius: '16px' }} />
        ))}
      </Box>
    </Box>
  );
}
