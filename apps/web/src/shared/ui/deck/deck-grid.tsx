import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useDelayed } from '../../hooks/use-delayed.ts';
import { deckCardHeight, DeckCardSkeleton } from './deck-card.tsx';

interface DeckGridProps {
  loading?: boolean;
  children?: ReactNode;
}

/** Columns from md on; pages have six decks. */
const columns = 3;

/** Decks in 1, 2 or 3 columns; skeletons of the final height on the first load. */
export function DeckGrid({ loading = false, children }: DeckGridProps) {
  const late = useDelayed(loading);
  return (
    <Box
      aria-busy={loading}
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: {
          xs: 'minmax(0, 1fr)',
          sm: 'repeat(2, minmax(0, 1fr))',
          md: `repeat(${columns}, minmax(0, 1fr))`,
        },
        minHeight: loading ? deckCardHeight : undefined,
      }}
    >
      {loading
        ? late && Array.from({ length: columns }, (_, index) => <DeckCardSkeleton key={index} />)
        : children}
    </Box>
  );
}
