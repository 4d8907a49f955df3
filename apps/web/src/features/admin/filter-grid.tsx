import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

interface FilterGridProps {
  /** Widths where there is room; phones have one column, tablets two. */
  columns: string;
  children: ReactNode;
}

/** The filters over a table, in one row. */
export function FilterGrid({ columns, children }: FilterGridProps) {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 1.5,
        p: 2,
        gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', md: columns },
        '& .MuiFormControl-root': { mb: 0 },
        '& .MuiFormHelperText-root': { display: 'none' },
      }}
    >
      {children}
    </Box>
  );
}
