import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  heading?: 'h1' | 'h2';
}

/** A fan of blank cards, a title, one sentence, one action. */
export function EmptyState({ title, text, action, heading = 'h2' }: EmptyStateProps) {
  return (
    <Box
      sx={{
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'center',
        textAlign: 'center',
        px: 2,
        py: { xs: 5, sm: 8 },
      }}
    >
      <Box component="svg" viewBox="0 0 160 104" aria-hidden sx={{ width: 160, mb: 3 }}>
        <g
          fill="var(--k-palette-background-paper)"
          stroke="var(--k-palette-meaning-control)"
          strokeWidth="1.5"
        >
          <rect x="34" y="20" width="92" height="62" rx="9" transform="rotate(-9 80 92)" opacity="0.55" />
          <rect x="34" y="20" width="92" height="62" rx="9" transform="rotate(7 80 92)" opacity="0.8" />
          <rect x="34" y="24" width="92" height="62" rx="9" />
        </g>
        <path
          d="M50 46c2 16 6 24 13 25V47c3 12 8 17 16 19V48c5 9 14 13 31 15"
          fill="none"
          stroke="var(--k-palette-meaning-link)"
          strokeWidth="2.5"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </Box>
      <Typography variant="h2" component={heading} sx={{ mb: 1 }}>
        {title}
      </Typography>
      {text && <Typography sx={{ color: 'text.secondary', maxWidth: 440, mb: 3 }}>{text}</Typography>}
      {action}
    </Box>
  );
}
