import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useDelayed } from '../../hooks/use-delayed.ts';
import { deckCardHeight, DeckCardSkeleton } from './deck-card.tsx';

interface DeckGridProps {
  /** Columns from lg on: 3 for pages of six, 4 for one row. */
  columns?: 3 | 4;
  loading?: boolean;
  children?: ReactNode;
}

/** Decks in 1, 2 or more columns; skeletons of the final height on the first load. */
export function DeckGrid({ columns = 3, loading = false, children }: DeckGridProps) {
  const late = useDelayed(loading);
  const wide = `repeat(${columns}, minmax(0, 1fr))`;
  return (
    <Box
      aria-busy={loading}
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: {
          xs: 'minmax(0, 1fr)',
          sm: 'repeat(2, minmax(0, 1fr))',
          md: columns === 3 ? wide : 'repeat(2, minmax(0, 1fr))',
          lg: wide,
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
