import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';

interface ViewButtonProps {
  /** Names the view that a press shows. */
  label: string;
  icon: ReactNode;
  /** From which width the label is seen. */
  textFrom?: 'sm' | 'lg';
  onClick: () => void;
}

/** Changes how a list is shown; only its icon is seen where it is narrow. */
export function ViewButton({ label, icon, textFrom = 'sm', onClick }: ViewButtonProps) {
  return (
    <Button
      variant="text"
      aria-label={label}
      onClick={onClick}
      sx={{
        flexShrink: 0,
        gap: 1,
        minWidth: 44,
        px: { xs: 1.25, [textFrom]: 1.75 },
        fontSize: { xs: 20, [textFrom]: '0.9375rem' },
      }}
    >
      {icon}
      <Box component="span" sx={{ display: { xs: 'none', [textFrom]: 'inline' } }}>
        {label}
      </Box>
    </Button>
  );
}
