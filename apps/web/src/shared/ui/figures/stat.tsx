import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface StatProps {
  label: string;
  value: ReactNode;
  unit?: string;
  icon?: ReactNode;
  loading?: boolean;
}

/** A number with its name. The skeleton has the same height, so loading never shifts the row. */
export function Stat({ label, value, unit, icon, loading = false }: StatProps) {
  return (
    <Box sx={{ p: { xs: 1.5, sm: 2 }, borderRadius: '12px', bgcolor: 'surface.sunken', minWidth: 0 }}>
      <Typography
        component="p"
        sx={{
          fontSize: { xs: '1.375rem', sm: '1.5rem' },
          fontWeight: 700,
          lineHeight: '32px',
          height: 32,
          whiteSpace: 'nowrap',
          letterSpacing: '-0.02em',
          display: 'flex',
          alignItems: 'center',
          gap: 0.75,
        }}
      >
        {icon}
        {loading ? (
          <Skeleton variant="rounded" width={64} height={24} sx={{ my: '4px' }} />
        ) : (
          <span>
            {value}
            {unit && (
              <Box
                component="span"
                sx={{
                  fontSize: '0.9375rem',
                  fontWeight: 600,
                  lineHeight: 1,
                  color: 'text.secondary',
                  ml: 0.5,
                }}
              >
                {unit}
              </Box>
            )}
          </span>
        )}
      </Typography>
      <Typography
        variant="body2"
        sx={{
          color: 'text.secondary',
          fontSize: { xs: '0.8125rem', sm: '0.875rem' },
          overflowWrap: 'anywhere',
        }}
      >
        {label}
      </Typography>
    </Box>
  );
}
